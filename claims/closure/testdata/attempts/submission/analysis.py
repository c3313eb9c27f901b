# The period of a pendulum from its full equation, without the small-angle approximation.
from math import sin

def period(amplitude, step):
    """Time between two turning points, doubled."""
    angle, speed, t = amplitude, 0.0, 0.0
    while speed <= 0:
        speed -= sin(angle) * step
        angle += speed * step
        t += step
    return 2 * t

for amplitude in (0.1, 0.5, 1.0, 1.5, 2.0):
    print(amplitude, period(amplitude, 1e-4), period(amplitude, 5e-5))
