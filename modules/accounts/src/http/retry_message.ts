export const retryMessage = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 90) return `Please try again in ${Math.ceil(minutes / 60)} hours.`
  return `Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
