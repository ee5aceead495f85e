import { prepare } from '../../../apps/launcher/prepare.mjs'

await prepare({ pictures: true })
