import type {
  AuditEvent,
  AuditLog,
  Biometrics,
  OperationRecord,
  Place,
  UserInfo,
  Voiceprint,
} from '../../store/index.ts';

interface Kept {
  readonly info: UserInfo;
  readonly voiceprint: Voiceprint;
}

/** A repository in memory that keeps what was recorded, for tests of what stands before it. */
export class MemoryBiometrics implements Biometrics {
  readonly records: OperationRecord[] = [];
  readonly #places = new Map<string, Map<string, Map<string, Kept>>>([
    ['default', new Map([['default', new Map()]])],
  ]);
  #transactions = 0;

  #voices({ repository, scenario }: Place): Map<string, Kept> {
    return this.#places.get(repository)?.get(scenario) ?? new Map();
  }

  async repositories() {
    return [...this.#places].map(([repository, scenarios]) => ({
      repository,
      description: '',
      createdAt: new Date(0),
      users: [...scenarios.values()].reduce((sum, { size }) => sum + size, 0),
    }));
  }

  async createRepository(repository: string) {
    if (this.#places.has(repository)) return false;
    this.#places.set(repository, new Map([['default', new Map()]]));
    return true;
  }

  async deleteRepository(repository: string) {
    return this.#places.delete(repository);
  }

  async scenarios(repository: string) {
    const scenarios = this.#places.get(repository);
    return (
      scenarios &&
      [...scenarios].map(([scenario, { size }]) => ({
        scenario,
        description: '',
        createdAt: new Date(0),
        users: size,
      }))
    );
  }

  async createScenario({ repository, scenario }: Place) {
    const scenarios = this.#places.get(repository);
    if (!scenarios) return 'no-repository';
    if (scenarios.has(scenario)) return 'exists';
    scenarios.set(scenario, new Map());
    return 'created';
  }

  async deleteScenario({ repository, scenario }: Place) {
    return this.#places.get(repository)?.delete(scenario) ?? false;
  }

  async missing({ repository, scenario }: Place) {
    const scenarios = this.#places.get(repository);
    return scenarios ? (scenarios.has(scenario) ? undefined : 'scenario') : 'repository';
  }

  async users(place: Place, { after = '', limit }: { after?: string; limit: number }) {
    const infos = [...this.#voices(place).values()].map(({ info }) => info);
    return infos
      .filter(({ userId }) => userId > after)
      .sort((a, b) => (a.userId < b.userId ? -1 : 1))
      .slice(0, limit);
  }

  async user(place: Place, userId: string) {
    return this.#voices(place).get(userId)?.info;
  }

  async deleteUser(place: Place, userId: string) {
    return this.#voices(place).delete(userId);
  }

  async voiceprints(place: Place, userIds: readonly string[]) {
    const voices = this.#voices(place);
    return new Map(
      userIds.flatMap((userId) => {
        const kept = voices.get(userId);
        return kept ? [[userId, kept.voiceprint] as const] : [];
      }),
    );
  }

  async enroll(...[place, userId, change, record]: Parameters<Biometrics['enroll']>) {
    const voices = this.#voices(place);
    const current = voices.get(userId);
    const { voiceprint, consent } = change(current?.voiceprint);
    const info = {
      userId,
      createdAt: current?.info.createdAt ?? new Date(0),
      updatedAt: new Date(0),
      fingerprint: voiceprint.fingerprint,
      utterances: voiceprint.utterances,
      speechMs: voiceprint.speechMs,
      ...(consent !== undefined && { consent }),
    };
    voices.set(userId, { info, voiceprint });
    const outcome = current ? 'UPDATED' : 'CREATED';
    const transactionId = await this.record({
      ...record,
      ...place,
      users: [{ userId, outcome }],
      outcome: 'DONE',
    });
    return { transactionId, created: !current, user: info };
  }

  async record(record: OperationRecord) {
    this.records.push(record);
    return String(++this.#transactions);
  }
}

/** Keeps what was noted. */
export class MemoryAudit implements AuditLog {
  readonly events: AuditEvent[] = [];

  async note(event: AuditEvent) {
    this.events.push(event);
  }
}
