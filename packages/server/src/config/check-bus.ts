import { accessSync, constants } from 'node:fs';
import type { Config } from './settings.ts';

type BusSettings = Pick<
  Config,
  'busUrl' | 'busCredentialsFile' | 'busNkeyFile' | 'busCaFile' | 'busCertFile' | 'busKeyFile' | 'localEngine'
>;

const FILES = ['busCredentialsFile', 'busNkeyFile', 'busCaFile', 'busCertFile', 'busKeyFile'] as const;

/** What does not fit between the settings of the bus, and files that cannot be read. */
export function busProblems(config: Partial<BusSettings>): string[] {
  const problems = FILES.flatMap((name) => {
    const reason = config[name] && unreadable(config[name]);
    return reason ? [`${name}: ${reason}`] : [];
  });
  if (config.localEngine === false && config.busUrl?.length === 0) {
    problems.push('localEngine is off, so busUrl must say where the workers are');
  }
  if (config.busCredentialsFile && config.busNkeyFile) {
    problems.push('busCredentialsFile and busNkeyFile are both set; a user has one of them');
  }
  if ((config.busCertFile === '') !== (config.busKeyFile === '')) {
    problems.push('busCertFile and busKeyFile belong together; only one of them is set');
  }
  return problems;
}

function unreadable(file: string): string | undefined {
  try {
    accessSync(file, constants.R_OK);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
