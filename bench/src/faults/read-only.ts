import { BenchServer } from '../bench-server.ts';
import { send } from '../load/send.ts';
import { expectThat, type Fault } from './fault.ts';
import { enrolment, user } from './requests.ts';
import { SmallDisk } from './small-disk.ts';

const TOKEN = 'fault-token-0123456789abcdef';

export const readOnly: Fault = {
  name: 'data folder read-only',
  async run() {
    const disk = new SmallDisk();
    const start = () =>
      BenchServer.start({ env: { LOCUTOR_WORKERS: '1', LOCUTOR_TOKEN: TOKEN }, folder: disk.folder });
    let started: BenchServer | undefined;
    try {
      let server = await start();
      started = server;
      const ask = (request: Parameters<typeof send>[2]) => send(server.url, TOKEN, request, 'disk');
      expectThat((await ask(enrolment('before'))).verdict === 'right', 'an enrolment works');
      await server.end();
      disk.remount('ro');
      const refused = await start().catch((error: Error) => error);
      if (refused instanceof BenchServer) await refused.end();
      expectThat(refused instanceof Error, 'a start says that it cannot write');
      const [said] = /^locutor: .*$/m.exec((refused as Error).message) ?? [];
      expectThat(said !== undefined, `it says so in one line: ${(refused as Error).message}`);
      disk.remount('rw');
      server = await start();
      started = server;
      expectThat((await ask(user('before'))).verdict === 'right', 'the enrolled voice is there');
      return {
        done: 'a start on a data folder that is mounted read-only, then on the same one writable again',
        seen: `the start fails with "${said!.replaceAll(disk.folder, '…')}"`,
        lost: 'nothing',
      };
    } finally {
      await started?.end();
      disk.remove();
    }
  },
};
