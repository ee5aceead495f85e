import { Disk } from 'flydrive'
import { WholeFileDriver } from './whole_file_driver.ts'

export interface S3Settings {
  bucket: string
  region: string
  /** For S3-compatible stores. Null for Amazon S3. */
  endpoint: string | null
  /** Null: the AWS SDK's default credentials of this machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

export interface DiskSettings {
  /** Unused with `s3`. */
  folder: string
  s3: S3Settings | null
}

const packages = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner']

/** A request to S3 fails after this time without any progress. The client then repeats it twice. */
const s3SilenceMs = 20_000

/** Opens the configured storage: a folder, or S3 if its packages are installed. Import this file lazily: most processes don't need it. */
export const openDisk = async ({ folder, s3 }: DiskSettings, { silenceMs = s3SilenceMs } = {}): Promise<Disk> =>
  new Disk(s3 ? await openS3(s3, silenceMs) : new WholeFileDriver(folder))

const openS3 = async ({ bucket, region, endpoint, credentials }: S3Settings, silenceMs: number) => {
  const { S3Driver } = await import('flydrive/drivers/s3').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    const help = `Keeping files in S3 (S3_BUCKET) needs two more packages. Install them and restart: npm install --save-exact ${packages.join(' ')}`
    throw Object.assign(new Error(help, { cause: error }), { code: 'E_INVALID_ENV_VARIABLES', help })
  })
  /** Removes a folder, as with files on a disk. S3 compares the beginnings of names, and `a/1` is also that of `a/11`. */
  class FolderDriver extends S3Driver {
    override deleteAll(prefix: string) {
      return super.deleteAll(`${prefix.replace(/\/$/, '')}/`)
    }
  }
  return new FolderDriver({
    bucket,
    region,
    // The client waits for ever otherwise.
    requestHandler: { connectionTimeout: silenceMs, socketTimeout: silenceMs },
    ...(endpoint && {
      endpoint,
      forcePathStyle: true,
      // Many stores don't know the trailing checksums of Amazon S3. Some of them store these as a part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }),
    ...(credentials ? { credentials } : {}),
    // Only the server reads from the bucket.
    visibility: 'private',
    supportsACL: false,
  })
}
