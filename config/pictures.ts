import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { PictureSettings } from '#modules/imagegen/index'
import env, { appUrl, dataDir } from './env.ts'
import { share } from './processes.ts'

const bucket = env.get('S3_BUCKET')
const accessKeyId = env.get('S3_ACCESS_KEY_ID')
const secretAccessKey = env.get('S3_SECRET_ACCESS_KEY')
const purgeUrl = env.get('CDN_PURGE_URL')

/** Storage of pictures, and limits for uploading and decoding them. */
export default {
  folder: join(dataDir, 'pictures'),
  workFolder: join(dataDir, 'pictures-under-way'),
  s3: bucket
    ? {
        bucket,
        region: env.get('S3_REGION') ?? 'us-east-1',
        endpoint: env.get('S3_ENDPOINT') ?? null,
        credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
      }
    : null,
  cdn: purgeUrl ? { purgeUrl, token: env.get('CDN_PURGE_TOKEN') ?? null, origin: new URL(appUrl).origin } : null,
  receiveTimeoutMs: env.get('PICTURE_RECEIVE_TIMEOUT_MS'),
  readTimeoutMs: env.get('PICTURE_READ_TIMEOUT_MS'),
  readersMax: share(availableParallelism() > 4 ? 2 : 1),
} satisfies PictureSettings
