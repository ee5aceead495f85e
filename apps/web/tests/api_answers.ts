import type {
  AccountSettings,
  Failure,
  ListedSession,
  NewSecondFactor,
  RecoveryCodes,
  User,
  UsernameCheck,
} from '#modules/accounts/api'
import type {
  AdminActRow,
  AdminDebt,
  AdminMail,
  AdminMailContent,
  AdminUser,
  Dashboard,
  GeneratedCharacterImage,
  RubyAdjustmentAnswer,
} from '#modules/admin/api'
import type {
  AdoptedDemo,
  ChatContext,
  ChatData,
  ChatListItem,
  ChatSession,
  Demo,
  DemoEvent,
  Message,
  ModelTier,
  ReplyEvent,
  UserEvent,
} from '#modules/chat/api'
import type {
  CheckoutAnswer,
  DailyRewardCheck,
  DailyRewardClaim,
  DiscordReward,
  RubyOrder,
  RubyPackOffer,
  RubyTransaction,
} from '#modules/economy/api'
import type {
  AdminCharacter,
  BlockedTags,
  Character,
  CharacterSuggestion,
  CharacterSummary,
  Chip,
  Comment,
  ImportAnswer,
  SharedCharacter,
  Shelf,
  Starter,
} from '#modules/gallery/api'
import type { DrawnPicture, ImageModelOffer, UploadedPicture } from '#modules/imagegen/api'

/**
 * What the fake server may answer: each body and stream event by name. `api_schemas.ts` turns this interface into JSON schemas, so
 * a fake answer is checked against the types that the real server implements.
 */
export interface ApiAnswers {
  AccountSettings: AccountSettings
  AdoptedDemo: AdoptedDemo
  AdminActRows: AdminActRow[]
  AdminCharacter: AdminCharacter
  AdminCharacters: AdminCharacter[]
  AdminDebts: AdminDebt[]
  AdminMailContent: AdminMailContent
  AdminMails: AdminMail[]
  AdminUser: AdminUser
  AdminUsers: AdminUser[]
  BlockedTags: BlockedTags
  Character: Character
  CharacterSuggestions: CharacterSuggestion[]
  CharacterSummaries: CharacterSummary[]
  ChatContext: ChatContext
  ChatData: ChatData
  ChatListItems: ChatListItem[]
  ChatSession: ChatSession
  Chips: Chip[]
  CheckoutAnswer: CheckoutAnswer
  Comment: Comment
  Comments: Comment[]
  Confirmation: { message: string }
  DailyRewardCheck: DailyRewardCheck
  DailyRewardClaim: DailyRewardClaim
  Dashboard: Dashboard
  Demo: Demo
  DemoEvent: DemoEvent
  DiscordReward: DiscordReward
  DrawnPicture: DrawnPicture
  Failure: Failure
  GeneratedCharacterImage: GeneratedCharacterImage
  ImageModelOffers: ImageModelOffer[]
  ImportAnswer: ImportAnswer
  Like: { liked: boolean; likes: number }
  ListedSessions: ListedSession[]
  Message: Message
  ModelTiers: ModelTier[]
  NewSecondFactor: NewSecondFactor
  RecoveryCodes: RecoveryCodes
  Redirect: { url: string }
  ReplyEvent: ReplyEvent
  RubyAdjustmentAnswer: RubyAdjustmentAnswer
  RubyOrder: RubyOrder
  RubyPackOffers: RubyPackOffer[]
  RubyTransactions: RubyTransaction[]
  Shelves: Shelf[]
  SharedCharacter: SharedCharacter
  Starters: Starter[]
  StoppedReply: { message: Message | null }
  Surprise: { id: string }
  Tags: string[]
  UploadedPicture: UploadedPicture
  User: User
  UserEvent: UserEvent
  UsernameCheck: UsernameCheck
}

export type AnswerName = keyof ApiAnswers
