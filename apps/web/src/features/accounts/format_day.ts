const format = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** 'November 22, 2026', the day here. */
export const formatDay = (iso: string): string => format.format(new Date(iso))
