import type { AdminActSubject, AnnouncementBody } from '../../api.ts'
import type { AnnouncementRow } from '../tables/announcement_row.ts'

/** An announcement as it is stored, apart from its id and age. */
export type AnnouncementState = Pick<
  AnnouncementRow,
  'text' | 'audience' | 'startsAt' | 'endsAt' | 'isDismissible' | 'isDraft'
>

export const toBody = ({
  text,
  audience,
  startsAt,
  endsAt,
  isDismissible,
  isDraft,
}: AnnouncementState): AnnouncementBody => ({
  text,
  audience,
  startsAt: startsAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
  isDismissible,
  isDraft,
})

/** The audit log names an announcement by its beginning. */
export const announcementSubject = (id: string, text: string): AdminActSubject => ({
  type: 'announcement',
  id,
  name: [...text.replaceAll(/\s+/g, ' ')].slice(0, 60).join(''),
})
