import { serve } from '#modules/kernel/serve'
import * as calls from './calls.ts'

const NotificationsController = () => import('./src/http/notifications_controller.ts')
const Digest = () => import('./src/http/digest_controller.ts')
const Unsubscribe = () => import('./src/http/unsubscribe_controller.ts')
const NotificationSettingsController = () => import('./src/http/notification_settings_controller.ts')

serve(calls.listNotifications, [NotificationsController, 'list'])
serve(calls.readNotification, [NotificationsController, 'read'])
serve(calls.readRepliesOfChat, [NotificationsController, 'readRepliesOfChat'])
serve(calls.readAllNotifications, [NotificationsController, 'readAll'])
serve(calls.getNotificationSettings, [NotificationSettingsController, 'show'])
serve(calls.changeNotificationSettings, [NotificationSettingsController, 'change'])

const Push = () => import('./src/http/push_controller.ts')

serve(calls.getPush, [Push, 'show'])
serve(calls.subscribeToPush, [Push, 'subscribe'])
serve(calls.unsubscribeFromPush, [Push, 'unsubscribe'])
serve(calls.getDigest, [Digest, 'show'])
serve(calls.changeDigest, [Digest, 'change'])
serve(calls.showUnsubscribe, [Unsubscribe, 'page'])
serve(calls.unsubscribe, [Unsubscribe, 'stop'])
