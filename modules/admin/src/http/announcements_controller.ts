import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { Done } from '#modules/kernel/calls'
import { readBody } from '#modules/kernel/validation'
import type { AdminAnnouncement, Announcements } from '../../api.ts'
import { DeleteAnnouncement } from '../actions/delete_announcement.ts'
import { SaveAnnouncement } from '../actions/save_announcement.ts'
import { toBody } from '../announcements/announcement_state.ts'
import { SiteNotices } from '../announcements/site_notices.ts'
import { AnnouncementRow } from '../tables/announcement_row.ts'
import { refuse } from './refusals.ts'
import { announcementValidator } from './validators.ts'

@inject()
export default class AnnouncementsController {
  constructor(
    private readonly notices: SiteNotices,
    private readonly saveAnnouncement: SaveAnnouncement,
    private readonly deleteAnnouncement: DeleteAnnouncement
  ) {}

  /** GET /api/announcements: what the caller sees now. */
  async current(ctx: HttpContext): Promise<Announcements> {
    await ctx.auth.check()
    return this.notices.current(ctx.auth.user)
  }

  async list(): Promise<AdminAnnouncement[]> {
    return (await AnnouncementRow.query().orderBy('id', 'desc')).map(toAdminAnnouncement)
  }

  async create(ctx: HttpContext): Promise<AdminAnnouncement | void> {
    const saved = await this.#save(ctx, null)
    if (saved) ctx.response.status(201)
    return saved
  }

  change(ctx: HttpContext): Promise<AdminAnnouncement | void> {
    return this.#save(ctx, ctx.params.id)
  }

  async destroy(ctx: HttpContext): Promise<Done | void> {
    const isDeleted = await this.deleteAnnouncement.run(ctx.auth.getUserOrFail().id, ctx.params.id)
    return isDeleted ? { message: 'Announcement deleted' } : refuse(ctx, 'unknown_announcement')
  }

  async #save(ctx: HttpContext, id: string | null): Promise<AdminAnnouncement | void> {
    const state = await readBody(ctx, announcementValidator)
    const saved = await this.saveAnnouncement.run({ actorId: ctx.auth.getUserOrFail().id, id, state })
    return saved.ok ? toAdminAnnouncement(saved.value) : refuse(ctx, saved.failure)
  }
}

const toAdminAnnouncement = (row: AnnouncementRow): AdminAnnouncement => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  ...toBody(row),
})
