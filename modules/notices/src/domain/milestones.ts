/** Whether a number of likes is one of 1, 5, 10, 50, 100, 500 and so on. */
export const isMilestone = (likes: number): boolean => /^[15]0*$/.test(String(likes))
