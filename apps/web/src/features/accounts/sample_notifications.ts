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
    title: 'A character has an answer for you',
    text: 'Your conversation is waiting where you left it.',
    when: 'Just now',
    isUnread: true,
  },
  {
    kind: 'gift',
    title: 'Daily reward',
    text: `${dailyRewardRubies} rubies are there for you, once a day.`,
    when: '2h ago',
    isUnread: true,
  },
  {
    kind: 'update',
    title: 'New faces in the gallery',
    text: 'Characters have joined since your last visit.',
    when: '1d ago',
    isUnread: false,
  },
  {
    kind: 'message',
    title: 'A chat was picked up again',
    text: 'Every conversation is kept under Recent Chats.',
    when: '3d ago',
    isUnread: false,
  },
]
