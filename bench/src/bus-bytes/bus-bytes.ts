/** Bytes that a NATS server took in while something was done, and how long that took. */
export async function busBytes(
  monitor: string,
  work: () => Promise<unknown>,
): Promise<{ bytes: number; seconds: number }> {
  const before = await taken(monitor);
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  return { bytes: (await taken(monitor)) - before, seconds };
}

/** What it takes in it hands out once: each message is for one side. */
async function taken(monitor: string): Promise<number> {
  const answer = await fetch(`${monitor}/varz`);
  return ((await answer.json()) as { in_bytes: number }).in_bytes;
}
