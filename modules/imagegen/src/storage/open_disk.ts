import { Disk } from 'flydrive'
import type { PictureSettings, S3Settings } from '../../index.ts'
import { WholeFileDriver } from './whole_file_driver.ts'

const packages = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner']

/** Opens the configured storage: a folder, or S3 if its packages are installed. */
export const openDisk = async ({ folder, s3 }: Pick<PictureSettings, 'folder' | 's3'>): Promise<Disk> =>
  new Disk(s3 ? await openS3(s3) : new WholeFileDriver(folder))

const openS3 = async ({ bucket, region, endpoint, credentials }: S3Settings) => {
  const { S3Driver } = await import('flydrive/drivers/s3').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    const help = `Keeping pictures in S3 (S3_BUCKET) needs two more packages. Install them and restart: npm install --save-exact ${packages.join(' ')}`
    throw Object.assign(new Error(help, { cause: error }), { code: 'E_INVALID_ENV_VARIABLES', help })
  })
  return new S3Driver({
    bucket,
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    // Only the server reads from the bucket.
    visibility: 'private',
    supportsACL: false,
  })
}
