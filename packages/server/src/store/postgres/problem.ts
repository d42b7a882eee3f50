import { parse } from 'pg-connection-string';

/** Why PostgreSQL's client would not accept an address, in words that do not repeat it: it may hold a password. */
export function postgresProblem(url: string): string | undefined {
  try {
    const { port } = parse(url);
    if (!port || (/^\d+$/.test(port) && Number(port) <= 65_535)) return undefined;
    return 'its port is not a number from 0 to 65535';
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    // Certificates that it names are read.
    if (code !== undefined && path !== undefined)
      return `the file ${path} that it names cannot be read: ${code}`;
    return 'is not an address that PostgreSQL understands';
  }
}
