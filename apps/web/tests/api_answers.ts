import type {
  AccountSettings,
  CreatedInvitation,
  BegunAgeCheck,
  Failure,
  FormChallenge,
  ListedInvitation,
  ListedPersona,
  ListedSitePage,
  ListedSession,
  NewSecondFactor,
  OwnInvitations,
  RecoveryCodes,
  SignUpSettings,
  SitePage,
  User,
  UsernameCheck,
  WaitingAddress,
} from '#modules/accounts/api'
import type {
  AdminActRow,
  AdminAnnouncement,
  AdminDebt,
  AdminMail,
  AdminMailContent,
  AdminModel,
  AdminNotice,
  AdminUser,
  Announcements,
  Dashboard,
  GeneratedCharacterImage,
  MadeCodes,
  RubyAdjustmentAnswer,
  CardImport,
} from '#modules/admin/api'
import type {
  Collection,
  CreatorPage,
  Following,
  FoundPerson,
  OwnCollection,
  ProfileSettings,
} from '#modules/community/api'
import type { CardFileOutcome, ChatImportAnswer } from '#modules/cards/api'
import type {
  AdoptedDemo,
  ChatCharacterVersion,
  AnswerDetails,
  AnswerExpression,
  AnswerPrompt,
  ChatContext,
  ChatData,
  ChatFolder,
  ChatExpressions,
  ChatListItem,
  ChatPicture,
  ChatSearchPage,
  ChatSession,
  RewoundChat,
  ChatScripts,
  ChatSettings,
  ChatSummary,
  ChatVersionDifference,
  Demo,
  DemoEvent,
  GroupChatData,
  Message,
  HelpLines,
  LastChat,
  ModelTier,
  ReplyEvent,
  UserEvent,
} from '#modules/chat/api'
import type {
  CheckoutAnswer,
  CodeBatch,
  CodeRedemption,
  DailyRewardCheck,
  DailyRewardClaim,
  DiscordReward,
  RubyOrder,
  RubyPackOffer,
  RubyShares,
  RubyTransaction,
} from '#modules/economy/api'
import type {
  AdminCharacter,
  BlockedTags,
  Character,
  CharacterDetails,
  CharacterSuggestion,
  CharacterSummary,
  CharacterVersion,
  CharacterVersionDetails,
  Chip,
  Comment,
  HeldReview,
  HeldReviewDetails,
  HiddenThing,
  ImportAnswer,
  SharedCharacter,
  Shelf,
  Starter,
} from '#modules/gallery/api'
import type { LorebookImportAnswer } from '#modules/cards/api'
import type { Lorebook, LorebookEntry, LoreTest, UsedLorebook } from '#modules/lore/api'
import type { CaseDetails, ContentSweep, ListedCase, Quote, Statement } from '#modules/moderation/api'
import type {
  DeletedPicture,
  DrawnPicture,
  ImageModelOffer,
  ListedPicture,
  PictureProgressEvent,
  UploadedPicture,
} from '#modules/imagegen/api'
import type { ApiToken, CreatedApiToken } from '#modules/access/api'
import type {
  MarkedRead,
  Notification,
  NotificationSettings,
  NotificationsEvent,
  PushState,
} from '#modules/notices/api'
import type { CharacterVoice, Transcript, VoiceOffer } from '#modules/voice/api'
import type { DigestSettings } from '#modules/notices/api'

/**
 * The answers of the fake server: each body and stream event by name. `api_schemas.ts` turns this interface into JSON schemas, so
 * a fake answer is checked against the types that the real server implements.
 */
export interface ApiAnswers {
  ApiTokens: ApiToken[]
  CreatedApiToken: CreatedApiToken
  CharacterVoice: CharacterVoice
  MarkedRead: MarkedRead
  PushState: PushState
  Notifications: Notification[]
  NotificationSettings: NotificationSettings
  NotificationsEvent: NotificationsEvent
  Transcript: Transcript
  VoiceOffer: VoiceOffer
  BegunAgeCheck: BegunAgeCheck
  ListedSitePages: ListedSitePage[]
  SitePage: SitePage
  AccountSettings: AccountSettings
  AdoptedDemo: AdoptedDemo
  AdminActRows: AdminActRow[]
  AdminAnnouncement: AdminAnnouncement
  AdminAnnouncements: AdminAnnouncement[]
  AdminNotice: AdminNotice
  Announcements: Announcements
  AdminCharacter: AdminCharacter
  AdminCharacters: AdminCharacter[]
  AdminDebts: AdminDebt[]
  AdminModels: AdminModel[]
  AdminMailContent: AdminMailContent
  AdminMails: AdminMail[]
  AdminUser: AdminUser
  AdminUsers: AdminUser[]
  BlockedTags: BlockedTags
  CardFileOutcomes: CardFileOutcome[]
  Character: Character
  CardImports: CardImport[]
  CaseDetails: CaseDetails
  ContentSweepAnswer: { sweep: ContentSweep | null }
  CharacterDetails: CharacterDetails
  CharacterSuggestions: CharacterSuggestion[]
  CharacterSummaries: CharacterSummary[]
  CharacterVersionDetails: CharacterVersionDetails
  CharacterVersions: CharacterVersion[]
  ChatCharacterVersion: ChatCharacterVersion
  AnswerDetails: AnswerDetails
  AnswerPrompt: AnswerPrompt
  ChatContext: ChatContext
  ChatPicture: ChatPicture
  ChatData: ChatData
  ChatImportAnswer: ChatImportAnswer
  ChatListItems: ChatListItem[]
  LastChat: LastChat
  DigestSettings: DigestSettings
  ChatSearchPage: ChatSearchPage
  ChatFolder: ChatFolder
  ChatFolders: ChatFolder[]
  ChatScripts: ChatScripts
  ChatSession: ChatSession
  RewoundChat: RewoundChat
  UndoneRewind: Pick<RewoundChat, 'count'>
  ChatSettings: ChatSettings
  ChatSummary: ChatSummary
  ChatExpressions: ChatExpressions
  AnswerExpression: AnswerExpression
  ChatVersionDifference: ChatVersionDifference
  Chips: Chip[]
  CheckoutAnswer: CheckoutAnswer
  Comment: Comment
  Comments: Comment[]
  Confirmation: { message: string }
  Following: Following
  FormChallenge: FormChallenge
  FoundPeople: FoundPerson[]
  Collections: Collection[]
  OwnCollection: OwnCollection
  OwnCollections: OwnCollection[]
  CreatedInvitation: CreatedInvitation
  CreatorPage: CreatorPage
  DailyRewardCheck: DailyRewardCheck
  DailyRewardClaim: DailyRewardClaim
  Dashboard: Dashboard
  Demo: Demo
  DemoEvent: DemoEvent
  CodeBatch: CodeBatch
  CodeBatches: CodeBatch[]
  CodeRedemption: CodeRedemption
  MadeCodes: MadeCodes
  DiscordReward: DiscordReward
  DeletedPicture: DeletedPicture
  DrawnPicture: DrawnPicture
  ListedPictures: ListedPicture[]
  Failure: Failure
  GeneratedCharacterImage: GeneratedCharacterImage
  GroupChatData: GroupChatData
  HeldReviewDetails: HeldReviewDetails
  HeldReviews: HeldReview[]
  HiddenThings: HiddenThing[]
  ImageModelOffers: ImageModelOffer[]
  ImportAnswer: ImportAnswer
  Like: { liked: boolean; likes: number }
  ListedInvitations: ListedInvitation[]
  ListedCases: ListedCase[]
  ListedPersona: ListedPersona
  ListedPersonas: ListedPersona[]
  ListedSessions: ListedSession[]
  Lorebook: Lorebook
  LorebookEntries: LorebookEntry[]
  LorebookEntry: LorebookEntry
  LorebookImportAnswer: LorebookImportAnswer
  LoreTest: LoreTest
  Message: Message
  HelpLines: HelpLines
  ModelTiers: ModelTier[]
  NewSecondFactor: NewSecondFactor
  OwnInvitations: OwnInvitations
  ProfileSettings: ProfileSettings
  Quotes: Quote[]
  RecoveryCodes: RecoveryCodes
  Redirect: { url: string }
  ReplyEvent: ReplyEvent
  RubyAdjustmentAnswer: RubyAdjustmentAnswer
  RubyOrder: RubyOrder
  RubyPackOffers: RubyPackOffer[]
  RubyShares: RubyShares
  RubyTransactions: RubyTransaction[]
  Shelves: Shelf[]
  SharedCharacter: SharedCharacter
  SignUpSettings: SignUpSettings
  Starters: Starter[]
  Statement: Statement
  Statements: Statement[]
  StoppedReply: { message: Message | null }
  Surprise: { id: string }
  Tags: string[]
  UploadedPicture: UploadedPicture
  UsedLorebook: UsedLorebook
  UsedLorebooks: UsedLorebook[]
  User: User
  UserEvent: UserEvent
  PictureProgressEvent: PictureProgressEvent
  UsernameCheck: UsernameCheck
  WaitingAddresses: WaitingAddress[]
}

export type AnswerName = keyof ApiAnswers
