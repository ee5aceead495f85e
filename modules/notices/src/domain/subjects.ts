/** The ids that each kind of notification has. */
export interface NotificationSubjects {
  /** The ledger's line of the welcome rubies. */
  welcome: { transactionId: string; rubies: number }
  reward_ready: { rubies: number }
  /** `characterId` is that of the speaker. */
  reply_finished: { sessionId: string; messageId: string; characterId: string; isGroup: 0 | 1 }
  comment: { characterId: string; commentId: string }
  /** `commentId` is that of the reply. */
  comment_reply: { characterId: string; commentId: string }
  /** `likes`: the milestone. */
  likes: { characterId: string; likes: number }
  follower: { actorId: string }
  creator_published: { characterId: string; actorId: string }
  character_updated: { characterId: string; version: number }
  decision: { decisionId: string }
  /** A comment has both ids, a profile none. */
  review_decided: { characterId?: string; commentId?: string; isApproved: 0 | 1 }
  rubies_received: { transactionId: string; rubies: number; source: 'purchase' | 'code' | 'gift' }
  announcement: { announcementId: string }
  webhook_off: { webhookId: string }
}

/** The group of the finished replies of a chat. */
export const repliesGroup = (sessionId: string) => `replies_of:${sessionId}`
