"""The two kinds of classifiers that the age head is the mean of. Both take targets as shares of classes."""
import numpy as np
from scipy.optimize import minimize


def softmax(z):
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def logistic_regression(x, target, weight, l2=2000, rounds=60):
    """Weights (inputs × classes) and biases."""
    n, inputs = x.shape
    classes = target.shape[1]
    wide = np.c_[x, np.ones(n)].astype(np.float32)

    def loss(v):
        w = v.reshape(inputs + 1, classes).astype(np.float32)
        p = softmax(wide @ w)
        gradient = wide.T @ ((p - target) * weight[:, None]).astype(np.float32)
        gradient[:-1] += l2 * w[:-1]
        value = -(weight[:, None] * target * np.log(p + 1e-12)).sum() + 0.5 * l2 * (w[:-1] ** 2).sum()
        return float(value), gradient.ravel().astype(np.float64)

    start = np.zeros((inputs + 1) * classes)
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": rounds}).x
    best = best.reshape(inputs + 1, classes)
    return best[:-1], best[-1]


def perceptron(x, target, weight, seed, hidden=128, epochs=25, drop=0.5, decay=0.03, rate=1e-3, batch=256):
    """One hidden layer; dropout of inputs and of the layer, and mixes of two people as further examples."""
    rng = np.random.default_rng(seed)
    f32 = np.float32
    n, inputs = x.shape
    shapes = [(inputs, hidden), (hidden,), (hidden, target.shape[1]), (target.shape[1],)]
    parts = [(rng.normal(size=s) / np.sqrt(s[0])).astype(f32) if len(s) > 1 else np.zeros(s, f32) for s in shapes]
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    step, steps = 0, n // batch
    for epoch in range(epochs):
        speed = rate * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5
        order = rng.choice(n, size=steps * batch, p=weight / weight.sum())
        for rows in order.reshape(steps, batch):
            mix = max(share := rng.beta(0.4, 0.4), 1 - share)
            other = rng.permutation(batch)
            kept = (rng.random((batch, inputs), dtype=f32) > drop).astype(f32) / (1 - drop)
            given = x[rows] * kept
            given = (mix * given + (1 - mix) * given[other]).astype(f32)
            wanted = mix * target[rows] + (1 - mix) * target[rows][other]
            before = given @ parts[0] + parts[1]
            mask = (before > 0) * (rng.random(before.shape, dtype=f32) > drop).astype(f32) / (1 - drop)
            active = (before * mask).astype(f32)
            error = ((softmax(active @ parts[2] + parts[3]) - wanted) / batch).astype(f32)
            back = (error @ parts[2].T * mask).astype(f32)
            step += 1
            for k, g in enumerate((given.T @ back, back.sum(0), active.T @ error, error.sum(0))):
                first[k] = 0.9 * first[k] + 0.1 * g
                second[k] = 0.999 * second[k] + 0.001 * g * g
                change = first[k] / (1 - 0.9**step) / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
                parts[k] -= (speed * (change + (decay * parts[k] if k in (0, 2) else 0))).astype(f32)
    return parts
