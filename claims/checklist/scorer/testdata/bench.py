"""Score every workspace of FOLDER by its task's checklist, plainly: the prompt of each item is put
together, with images in base64, its reply is looked up by id, and _score.json is written."""
import base64, json, os, sys, time

folder = sys.argv[1]
start = time.perf_counter()
replies = {}
with open(os.path.join(folder, "replies.jsonl"), encoding="utf-8") as f:
    for line in f:
        r = json.loads(line)
        replies[r["id"], r["draw"]] = r["reply"]["text"]

tasks = os.path.join(folder, "tasks")
runs = os.path.join(folder, "runs")
totals, shown = 0.0, 0
for run in sorted(os.listdir(runs)):
    place = os.path.join(runs, run)
    with open(os.path.join(place, "_meta.json"), encoding="utf-8") as f:
        meta = json.load(f)
    task = os.path.join(tasks, meta["task_id"])
    with open(os.path.join(task, "task_info.json"), encoding="utf-8") as f:
        info = json.load(f)
    with open(os.path.join(task, "target_study", "checklist.json"), encoding="utf-8") as f:
        checklist = json.load(f)
    with open(os.path.join(place, "report", "report.md"), encoding="utf-8") as f:
        report = f.read()
    images = []
    for part in ("outputs", "report"):
        for root, _, names in os.walk(os.path.join(place, part)):
            images += [os.path.join(root, n) for n in sorted(names) if n.endswith(".png")]
    items, weighted, weights = [], 0.0, 0.0
    for i, item in enumerate(checklist):
        prompt = [info["task"], item["content"], ", ".join(item["keywords"]), report]
        if item["type"] == "image":
            for name in [os.path.join(task, "target_study", item["path"])] + images[:15]:
                with open(name, "rb") as f:
                    prompt.append("data:image/png;base64," + base64.b64encode(f.read()).decode())
        shown += sum(map(len, prompt))
        said = json.loads(replies[f"{meta['task_id']}/{run}/item-{i}", 0])
        score = max(0, min(100, int(said["score"])))
        items.append({"index": i, "type": item["type"], "content": item["content"][:200], "weight": item["weight"], "score": score, "reasoning": said["reasoning"]})
        weighted += score * item["weight"]
        weights += item["weight"]
    total = round(weighted / weights, 2)
    totals += total
    with open(os.path.join(place, "_python.json"), "w", encoding="utf-8") as f:
        json.dump({"run_id": run, "task_id": meta["task_id"], "agent_name": meta["agent_name"], "items": items, "total_score": total, "total_weight": weights}, f, indent=2)

with open("/proc/self/status", encoding="ascii") as f:
    peak = next(int(line.split()[1]) for line in f if line.startswith("VmHWM"))
json.dump({"seconds": time.perf_counter() - start, "cpu": time.process_time(), "mib": peak / 1024, "totals": totals}, sys.stdout)
