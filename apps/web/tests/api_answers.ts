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
  AdminUser,
  Dashboard,
  GeneratedCharacterImage,
  RubyAdjustmentAnswer,
} from '#modules/admin/api'
import type {
  ChatContext,
  ChatData,
  ChatListItem,
  ChatSession,
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
import type { Character, CharacterSummary, Comment, ImportAnswer } from '#modules/gallery/api'
import type { DrawnPicture, ImageModelOffer, UploadedPicture } from '#modules/imagegen/api'

/**
 * What the fake server may answer: each body and stream event by name. `api_schemas.ts` turns this interface into JSON schemas, so
 * a fake answer is checked against the types that the real server implements.
 */
export interface ApiAnswers {
  AccountSettings: AccountSettings
  AdminActRows: AdminActRow[]
  AdminDebts: AdminDebt[]
  AdminUser: AdminUser
  AdminUsers: AdminUser[]
  Character: Character
  CharacterSummaries: CharacterSummary[]
  Characters: Character[]
  ChatContext: ChatContext
  ChatData: ChatData
  ChatListItems: ChatListItem[]
  ChatSession: ChatSession
  CheckoutAnswer: CheckoutAnswer
  Comment: Comment
  Comments: Comment[]
  Confirmation: { message: string }
  DailyRewardCheck: DailyRewardCheck
  DailyRewardClaim: DailyRewardClaim
  Dashboard: Dashboard
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
  StoppedReply: { message: Message | null }
  Tags: string[]
  UploadedPicture: UploadedPicture
  User: User
  UserEvent: UserEvent
  UsernameCheck: UsernameCheck
}

export type AnswerName = keyof ApiAnswers
