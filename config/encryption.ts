import { defineConfig, drivers } from '@adonisjs/core/encryption'
import { appKeys } from './env.ts'

export default defineConfig({ default: 'app', list: { app: drivers.aes256gcm({ id: 'app', keys: appKeys() }) } })
