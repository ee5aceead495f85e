const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** The day on which an account was opened, here. */
export const createdOn = ({ createdAt }: { createdAt: string }): string => format.format(new Date(createdAt))
