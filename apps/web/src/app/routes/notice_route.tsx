export { NoticeScreen as default } from '#web/features/moderation/screens/notice_screen'
