import { Counter, type Registry } from 'prom-client';

/**
 * Counts one recorded operation on voices: how it ended, how for each user, and the decision of the spoofing detector
 * where it was on. Who the users are is not counted.
 */
export type CountVoices = (
  operation: 'verify' | 'enroll',
  outcome: string,
  userOutcomes: readonly string[],
  antispoofing?: string,
) => void;

export function voiceCounter(registry: Registry): CountVoices {
  const registers = [registry];
  const operations = new Counter({
    name: 'locutor_voice_operations_total',
    help: 'Verifications and enrolments that were recorded, by how they ended',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const results = new Counter({
    name: 'locutor_verification_results_total',
    help: 'Results of verifications, one for each user asked about',
    labelNames: ['outcome'],
    registers,
  });
  const antispoofingDecisions = new Counter({
    name: 'locutor_antispoofing_decisions_total',
    help: 'Decisions of the spoofing detector, one for each verification that it was on for',
    labelNames: ['decision'],
    registers,
  });
  return (operation, outcome, userOutcomes, antispoofing) => {
    operations.labels(operation, outcome).inc();
    for (const each of userOutcomes) results.labels(each).inc();
    if (antispoofing !== undefined) antispoofingDecisions.labels(antispoofing).inc();
  };
}
