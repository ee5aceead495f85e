/** Wire types, reasons and limits of reports and decisions. Shared with the browser. */

export const reportedKinds = ['character', 'comment', 'picture', 'profile', 'answer'] as const
/** A notice by the public form whose place isn't the address of a thing is a thing by itself. */
export const thingKinds = [...reportedKinds, 'notice'] as const
export type ThingKind = (typeof thingKinds)[number]

/** The subject of a report. `id` is a UUID: of the user for a profile, of the message for an answer. For a picture, it is its hash. */
export interface Thing {
  kind: ThingKind
  id: string
}

/** The reasons of reports and decisions. `ground` begins the statement of reasons, and moderators may change it. */
export const reasons = {
  minors: { label: 'Minors in a sexual context', ground: 'It shows or describes minors in a sexual context.' },
  illegal: { label: 'Against the law', ground: 'It is against the law.' },
  intimate: {
    label: 'Intimate picture without consent',
    ground: 'It shows a person intimately without their consent.',
  },
  hate: { label: 'Hate', ground: 'It attacks people for who they are.' },
  harassment: { label: 'Harassment or threats', ground: 'It harasses or threatens a person.' },
  self_harm: { label: 'Self-harm', ground: 'It encourages people to harm themselves.' },
  real_person: { label: 'A real person', ground: 'It depicts a real person without their consent.' },
  copyright: { label: 'Copyright or trademark', ground: 'It infringes the rights of others.' },
  unmarked: { label: 'Adult content that isn’t marked', ground: 'It is adult content that wasn’t marked as such.' },
  spam: { label: 'Spam or deception', ground: 'It is spam, or deceives people.' },
  other: { label: 'Something else', ground: 'It breaks our rules.' },
} as const satisfies Record<string, { label: string; ground: string }>
export type Reason = keyof typeof reasons
export const reasonNames = Object.keys(reasons) as Reason[]

export const decisionKinds = ['dismiss', 'mark_adult', 'hide', 'remove', 'warn', 'suspend', 'ban'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** The decisions that each kind of thing allows. Those on an answer concern its character and the character's owner. */
export const decisionsFor: Record<ThingKind, readonly DecisionKind[]> = {
  character: decisionKinds,
  answer: decisionKinds,
  comment: ['dismiss', 'remove', 'warn', 'suspend', 'ban'],
  picture: ['dismiss', 'remove', 'warn', 'suspend', 'ban'],
  profile: ['dismiss', 'warn', 'suspend', 'ban'],
  notice: ['dismiss'],
}

export interface ReportBody extends Thing {
  reason: Reason
  words?: string | null
  /** The messages to quote, for an answer. The answer itself is always quoted. */
  messageIds?: string[]
}

/** A message that a report of an answer can quote, as it would be sent. */
export interface Quote {
  id: string
  /** Null for the answer's character. */
  author: string | null
  isUser: boolean
  text: string
}

/** A thing as it was when it was reported. Long texts are cut. */
export interface Snapshot {
  title: string
  picture: string | null
  isAdult: boolean
  texts: { label: string; text: string }[]
}

/** `open` cases wait for a decision, `appealed` ones for another person. */
export const caseStates = ['open', 'appealed', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

/** The reports of a thing until they are decided. */
export interface ListedCase {
  id: string
  thing: Thing
  title: string
  state: CaseState
  /** The reason of the first report. */
  reason: Reason
  reports: number
  openedAt: string
  /** When an open or appealed case should be decided. Null for a closed one. */
  dueAt: string | null
  /** The latest decision that isn't undone. */
  decision: DecisionKind | null
}

/** The kinds of the public form. Each is a reason, too. */
export const noticeKinds = ['illegal', 'copyright', 'intimate'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A notice of a person without an account, such as Article 16 of the Digital Services Act describes. */
export interface NoticeBody {
  kind: NoticeKind
  /** Where it is: an address, or words. */
  location: string
  words: string
  /** May be empty. */
  name: string
  email: string
  /** That the notice is right and complete, to the best of the person's knowledge. */
  isGoodFaith: true
  /** The answer to the challenge of the form `report`. */
  challenge?: string
}

export interface CaseNotice {
  number: string
  location: string
  isConfirmed: boolean
  /** Null half a year after the case was closed. */
  contact: { name: string; email: string } | null
}

export interface CaseReport {
  id: string
  createdAt: string
  /** Null when the account is deleted. */
  reporter: { id: string; name: string } | null
  reason: Reason
  words: string
  /** Null: the thing was as in the report before. */
  snapshot: Snapshot | null
  /** Set for a notice by the public form. */
  notice: CaseNotice | null
}

export interface Appeal {
  createdAt: string
  words: string
  /** Null until it is decided. */
  outcome: 'upheld' | 'reversed' | null
  answer: string
}

export interface CaseDecision {
  id: string
  createdAt: string
  /** Null when the account is deleted. */
  moderator: { id: string; name: string } | null
  kind: DecisionKind
  reason: Reason | null
  words: string
  until: string | null
  undoneAt: string | null
  appeal: Appeal | null
  /** The thing is a picture that was removed with another one, which it looks like. */
  isOfCopy: boolean
}

export interface CaseDetails extends ListedCase {
  /** The owner or author. Null for built-in characters, and when the account is deleted. */
  author: { id: string; name: string; isDisabled: boolean } | null
  /** The character of an answer or a comment, or the character itself. */
  characterId: string | null
  /** Oldest first. */
  reportList: CaseReport[]
  decisions: CaseDecision[]
  /** Other cases of the thing, newest first. */
  history: ListedCase[]
  /** Cases of other things by the same author, newest first. */
  others: ListedCase[]
  /** The hashes of other pictures that look almost the same. */
  alike: string[]
}

export interface DecisionBody {
  kind: DecisionKind
  /** Null only for a dismissal. */
  reason: Reason | null
  /** The person reads them. */
  words: string
  /** For a suspension. */
  days?: number
  /** Hashes of the case's `alike` that are removed, too. */
  alike?: string[]
  /** The number of decisions that the moderator has seen, so that two don't decide at once. */
  seen: number
}

export interface AppealOutcomeBody {
  outcome: 'upheld' | 'reversed'
  words: string
}

/** A statement of reasons, for the person concerned by a decision. */
export interface Statement {
  id: string
  createdAt: string
  /** The decision. */
  title: string
  thing: { kind: ThingKind; title: string }
  paragraphs: string[]
  isUndone: boolean
  appeal: Appeal | null
  canAppeal: boolean
}

/** How far providers that the operator chose have judged what was public before. */
export interface ContentSweep {
  judged: number
  /** How much of it was held for a moderator. */
  held: number
  isDone: boolean
}

export const limits = {
  /** Per user. */
  reportsADay: 20,
  /** In code points, as all lengths here. */
  wordsMax: 2_000,
  /** Messages before an answer that a report may quote. */
  quotesBefore: 5,
  snapshotTextMax: 10_000,
  /** All texts together. */
  snapshotMax: 200_000,
  casesDefault: 50,
  casesMax: 100,
  /** Pictures that look alike and that a case shows. */
  alikeMax: 12,
  /** Reports, and related cases, that a case shows. */
  shownMax: 50,
  statementsDefault: 50,
  statementsMax: 100,
  suspensionDaysMax: 365,
  /** How long people may appeal, and decisions can be undone. */
  appealDays: 183,
  /** The goal for decisions. */
  dueDays: 7,
  /** The goal for intimate pictures in notices by the public form. */
  intimateDueHours: 48,
  nameMax: 200,
  locationMax: 1_000,
  /** How long a notice can be confirmed. */
  confirmDays: 7,
  noticesADayAndAddress: 3,
  noticesAnHourAndNetwork: 5,
  /** All notices together. */
  noticesADay: 500,
} as const
