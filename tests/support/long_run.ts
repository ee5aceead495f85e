/** Whether `npm run test:long` runs. Tests in both runs do more work then. */
export const isLongRun = process.env.TEST_RUN === 'long'

/** Tags of a test that belongs to both runs. */
export const bothRuns = isLongRun ? ['@long'] : []

/** Tags of a test that `npm test` leaves out. */
export const longRun = ['@long']
