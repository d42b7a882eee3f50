import type { JobInfo, JobPage } from '../../store/index.ts';

/** Where a page of jobs begins: time and id of the last job before it, which may be gone when the page is asked for. */
export const CURSOR = /^\d{1,15}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function writeCursor({ createdAt, id }: Pick<JobInfo, 'createdAt' | 'id'>): string {
  return `${createdAt.getTime()}_${id}`;
}

/** Of a text that the pattern fits. */
export function readCursor(cursor: string): NonNullable<JobPage['after']> {
  const [time, id] = cursor.split('_') as [string, string];
  return { createdAt: new Date(Number(time)), id };
}
