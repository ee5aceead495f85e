const format = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** '14:05', in local time. */
export const timeOfDay = (time: string | number): string => format.format(new Date(time))
