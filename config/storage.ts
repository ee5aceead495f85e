import env from './env.ts'

/** The limit of what a user stores: characters with their versions, lorebooks, original files and pictures. */
export default { bytesMax: env.get('STORAGE_MB') * 1_048_576 }
