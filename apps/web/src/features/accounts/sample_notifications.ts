import { dailyRewardRubies } from '#config/economy'

export interface SampleNotification {
  kind: 'message' | 'gift' | 'update'
  title: string
  text: string
  when: string
  isUnread: boolean
}

/** Static examples for the notifications screen. */
export const sampleNotifications: readonly SampleNotification[] = [
  {
    kind: 'message',
    title: 'A character has replied',
    text: 'Pick up the conversation where you left it.',
    when: 'Just now',
    isUnread: true,
  },
  {
    kind: 'gift',
    title: 'Daily reward',
    text: `${dailyRewardRubies} rubies are ready to claim, once a day.`,
    when: '2h ago',
    isUnread: true,
  },
  {
    kind: 'update',
    title: 'New faces in the gallery',
    text: 'New characters since your last visit.',
    when: '1d ago',
    isUnread: false,
  },
  {
    kind: 'message',
    title: 'A chat was resumed',
    text: 'Find all conversations under Recent Chats.',
    when: '3d ago',
    isUnread: false,
  },
]
