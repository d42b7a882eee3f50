/** Tells the benchmark where a server listens and, whenever asked, how much processor time it has used. */
export function served(address: string): void {
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.send?.(address);
}
