"""Makes birds.parquet, birds.feather, birds.arrows, birds.npz, record.npy and birds.xlsx: python make.py"""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

n = 12
birds = pd.DataFrame(
    {
        "species": pd.Categorical(["Adelie", "Gentoo", "Chinstrap"] * 4),
        "island": ["Dream", None, "Biscoe"] * 4,
        "mass": np.where(np.arange(n) % 5 == 4, np.nan, 3000 + 12.25 * np.arange(n)),
        "eggs": np.arange(n, dtype="int16") % 3,
        "small": np.linspace(0, 1, n, dtype="float32"),
        "tagged": np.arange(n) % 2 == 0,
        "seen": pd.date_range("2009-11-16 08:30", periods=n, freq="36h"),
    }
)
table = pa.Table.from_pandas(birds)
pq.write_table(table, "birds.parquet", row_group_size=5, compression="zstd")
with pa.OSFile("birds.feather", "wb") as f, pa.ipc.new_file(f, table.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as w:
    w.write_table(table, max_chunksize=7)
with pa.OSFile("birds.arrows", "wb") as f, pa.ipc.new_stream(f, table.schema) as w:
    w.write_table(table)
np.savez_compressed("birds.npz", mass=birds["mass"].to_numpy(), place=np.arange(2 * n, dtype=">i4").reshape(n, 2), species=birds["species"].to_numpy(dtype="U9"))
record = np.zeros(n, dtype=[("mass", "<f8"), ("island", "S6"), ("eggs", "<u2")])
record["mass"], record["island"], record["eggs"] = birds["mass"], [i or "" for i in birds["island"]], birds["eggs"]
np.save("record.npy", record)

# Excel: a table that begins at B3, with dates, absent cells and a styled empty one.
import datetime

import openpyxl
from openpyxl.comments import Comment
from openpyxl.styles import Font

book = openpyxl.Workbook()
sheet = book.active
sheet.title = "birds"
sheet["A1"] = None
sheet.append([])
sheet.append([None, "species", "island", "mass", "eggs", "tagged", "seen", "note"])
for i in range(n):
    row = [None, birds["species"][i], ["Dream", None, "Biscoe"][i % 3], None if i % 5 == 4 else 3000 + 12.25 * i, i % 3, i % 2 == 0, datetime.datetime(2009, 11, 16, 8, 30) + datetime.timedelta(hours=36 * i), None if i % 4 else f"<{i}> & so on"]
    sheet.append(row)
for cell in sheet["D"][2:]:
    cell.number_format = "0.00"
sheet["D5"].font = Font(bold=True)
sheet["H6"].font = Font(italic=True)
sheet["C4"].comment = Comment("seen twice", "somebody")
book.create_sheet("legend")["A1"] = "masses in g"
book.properties.creator = "somebody"
book.properties.created = book.properties.modified = datetime.datetime(2009, 11, 16)
book.save("birds.xlsx")
