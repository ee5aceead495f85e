const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** 'November 22, 2026', in the local time zone. */
export const formatDay = (iso: string): string => dayFormat.format(new Date(iso))
