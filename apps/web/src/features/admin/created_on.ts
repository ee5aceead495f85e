const dateFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** The account's creation date in local time. */
export const createdOn = ({ createdAt }: { createdAt: string }): string => dateFormat.format(new Date(createdAt))
