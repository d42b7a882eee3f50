import type { components, operations } from './generated/api.ts';

type Schemas = components['schemas'];

/** The answers of the server, by the names that its description gives them. */
export type RecognitionResult = Schemas['RecognitionResult'];
export type RecognitionAlternative = Schemas['Alternative'];
export type RecognizedWord = Schemas['Word'];
export type InterpretationResult = Schemas['InterpretationResult'];
export type EncoderInfo = Schemas['EncoderInfo'] | Schemas['EncoderInfoC'];
export type Voice = Schemas['VoiceInfo'];
export type VerificationRequest = Schemas['VerificationRequest'];
export type VerificationResponse = Schemas['VerificationResponse'];
export type VerificationResult = Schemas['Result'];
export type EnrollmentRequest = Schemas['EnrollmentRequest'];
export type EnrollmentResponse = Schemas['EnrollmentResponse'];
export type Utterance = Schemas['Utterance'];
export type User = Schemas['User'];
export type UserList = Schemas['UserList'];
export type Readiness = Schemas['Readiness'];
export type GrammarReport = Schemas['GrammarReport'];
export type GrammarProblem = Schemas['GrammarProblem'];
export type ParsedMatch = Schemas['ParsedMatch'];
export type ParseStep = Schemas['ParseStep'];
export type Model = Schemas['ServerModel'];
export type Job = Schemas['Job'];
export type JobList = Schemas['JobList'];
export type ErrorCode = Schemas['ErrorResponse']['code'];

/** The configuration headers of RECOGNIZE and INTERPRET, by their hyphenated names. */
export type RecognizeParameters = NonNullable<operations['recognize']['parameters']['header']>;
export type InterpretParameters = NonNullable<operations['interpret']['parameters']['header']>;
