import type { NotificationKind } from '../api.ts'
import type { ShowNotifications } from '../index.ts'

/** The functions that show kinds whose texts belong to later modules. */
export class Describers {
  readonly #shows = new Map<NotificationKind, ShowNotifications<never>>()

  set<Kind extends NotificationKind>(kind: Kind, show: ShowNotifications<Kind>) {
    this.#shows.set(kind, show as ShowNotifications<never>)
  }

  get(kind: NotificationKind): ShowNotifications<never> | undefined {
    return this.#shows.get(kind)
  }
}
