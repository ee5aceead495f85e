import {
  notificationKinds,
  type Notification,
  type NotificationSettings,
  type NotificationSettingsChange,
  type PushState,
  type PushSubscriptionBody,
} from '#modules/notices/api'
import { answer } from './check_answer.ts'
import { pageOf, refuse } from './fake_answers.ts'

let count = 0

/** The fake server's notifications. */
export class FakeNotices {
  /** Newest first. */
  notifications: Notification[] = []
  settings = Object.fromEntries(notificationKinds.map((kind) => [kind, ['app']])) as unknown as NotificationSettings

  push: PushState = { publicKey: 'key', device: null }

  /** Adds a notification on top. */
  add(fields: Partial<Notification> = {}): Notification {
    const added: Notification = {
      id: `00000000-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`,
      kind: 'comment',
      title: 'Rob commented on Mara',
      text: 'What a lovely evening.',
      href: '/character/mara?comment=c-1',
      pictureUrl: null,
      count: 1,
      createdAt: new Date().toISOString(),
      isRead: false,
      ...fields,
    }
    this.notifications.unshift(added)
    return added
  }

  get unread(): number {
    return this.notifications.filter(({ isRead }) => !isRead).length
  }

  answer(method: string, url: URL, body: unknown): Response | null {
    const { pathname: path } = url
    if (path === '/api/notifications') return pageOf('Notifications', url, this.notifications)
    if (path === '/api/push') return answer('PushState', this.push)
    if (path === '/api/push/subscription') {
      if (method === 'DELETE') this.push.device = null
      else {
        const { endpoint, showsTexts } = body as PushSubscriptionBody
        this.push.device = { endpoint, showsTexts, isOutdated: false }
      }
      return answer('Confirmation', { message: 'Saved.' })
    }
    if (path === '/api/notifications/settings') {
      if (method === 'PUT') {
        const { kind, ways } = body as NotificationSettingsChange
        this.settings = { ...this.settings, [kind]: ways }
      }
      return answer('NotificationSettings', this.settings)
    }
    if (path === '/api/notifications/read') {
      const { upTo } = body as { upTo: string }
      return this.#mark(({ id }) => id <= upTo)
    }
    const [, chatId] = /^\/api\/notifications\/chats\/([^/]+)\/read$/.exec(path) ?? []
    if (chatId !== undefined) return this.#mark(({ href }) => href?.includes(`session=${chatId}`) ?? false)
    const [, id] = /^\/api\/notifications\/([^/]+)\/read$/.exec(path) ?? []
    if (id === undefined) return null
    if (!this.notifications.some((each) => each.id === id)) return refuse(404, 'not_found', 'It is gone.')
    return this.#mark((each) => each.id === id)
  }

  #mark(isMarked: (each: Notification) => boolean): Response {
    this.notifications = this.notifications.map((each) => (isMarked(each) ? { ...each, isRead: true } : each))
    return answer('MarkedRead', { unread: this.unread })
  }
}
