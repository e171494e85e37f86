/** Pages that need camera or microphone say so where the browser gives neither. */
import { Callout } from '@blueprintjs/core'
import { defineTexts, type TranslationOf } from './i18n/texts.ts'

const zhCn = {
  insecure:
    '浏览器只在 https 或本机地址上允许使用摄像头和麦克风，而此页面通过 {{address}} 打开。请改用 https 地址；' +
    '如果没有，请管理员为服务器配置证书（TABLEWRIGHT_TLS_CERT）或用 --https 启动。',
  unsupported: '此浏览器不支持摄像头和麦克风，请使用新版 Chrome、Edge、Firefox 或 Safari。',
} as const

const en: TranslationOf<typeof zhCn> = {
  insecure:
    'Browsers allow camera and microphone on https and on this machine only, and this page was opened at ' +
    '{{address}}. Use an https address; if there is none, ask the administrator to give the server a certificate ' +
    '(TABLEWRIGHT_TLS_CERT) or to start it with --https.',
  unsupported: 'This browser has no camera or microphone access. Use a current Chrome, Edge, Firefox or Safari.',
}

const { useT } = defineTexts('media', { 'zh-cn': zhCn, en })

/** Why this page cannot use camera and microphone; null = it can ask for them. */
function mediaProblem(): 'insecure' | 'unsupported' | null {
  if (!window.isSecureContext) return 'insecure'
  return navigator.mediaDevices ? null : 'unsupported'
}

/** Says what is missing for camera and microphone, and shows nothing where nothing is. */
export function MediaNotice() {
  const t = useT()
  const problem = mediaProblem()
  if (problem === null) return null
  return (
    <Callout intent="warning" role="alert">
      {t(problem, { address: window.location.origin })}
    </Callout>
  )
}
