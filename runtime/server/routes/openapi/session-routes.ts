/** Signing in and out, the own account, and the first data of the shell. */
import { apiAnswer, apiList, apiObject, apiRef, type ApiSchema } from '../../../protocol/index.ts'
import {
  answer,
  boolean,
  done,
  flag,
  id,
  input,
  integer,
  nothing,
  optionalText,
  text,
  type Descriptions,
} from './operation.ts'

const account = { id, username: text, nickname: text, avatar: text, last_login_time: text } as const

/** Settings for clients; what depends on the kind of the store of uploads is open. */
const siteConfig = {
  siteName: text,
  recordNumber: text,
  version: text,
  cdnUrl: text,
  apiUrl: text,
  timeZone: text,
  languages: apiList(text),
  firstLanguage: { enum: ['browser', 'zh-cn', 'en'] },
  headNav: { type: 'array' },
  upload: { type: 'object' },
} as const satisfies Readonly<Record<string, ApiSchema>>

const currentPassword = { current_password: text }
const code = { totp_code: text }
const recoveryCodes = answer({ recovery_codes: apiList(text) })
const captcha = { captchaId: text, captchaInfo: text }

const session = apiObject({
  id,
  admin_id: id,
  username: text,
  nickname: text,
  device: text,
  ip: text,
  create_time: integer,
  seen_time: integer,
  expire_time: integer,
  keep: flag,
  current: flag,
})

const why = answer({
  node: text,
  title: text,
  allowed: boolean,
  reason: { enum: ['no_right', 'disabled_rule', 'unknown', null] },
  groups: apiList(apiObject({ id, name: text })),
  ask: apiList({ type: 'object' }),
})

const start = answer({
  adminInfo: apiObject({ ...account, super: boolean }),
  menus: apiList(apiRef('MenuNode')),
  siteConfig: apiObject({ ...siteConfig, iframeOrigins: { type: 'array' } }),
  terminal: apiObject({ phpDevelopmentServer: boolean, installServicePort: text, npmPackageManager: text }),
})

/** Components that these descriptions refer to. */
export const sessionSchemas: Readonly<Record<string, ApiSchema>> = {
  MenuNode: apiObject(
    {
      id,
      pid: integer,
      type: { enum: ['menu_dir', 'menu', 'button'] },
      title: text,
      name: text,
      path: text,
      icon: text,
      menu_type: { enum: ['tab', 'link', 'iframe', null] },
      url: text,
      component: text,
      keepalive: { anyOf: [text, { const: 0 }] },
      extend: { enum: ['none', 'add_rules_only', 'add_menu_only'] },
      children: apiList(apiRef('MenuNode')),
    },
    ['id', 'pid', 'type', 'title', 'name', 'path', 'icon', 'menu_type', 'url', 'component', 'keepalive', 'extend'],
  ),
}

export const sessionDescriptions: Descriptions = {
  'admin/Index/login GET': {
    summary: 'What the sign-in page has to ask for',
    responses: answer({ captcha: boolean, recovery: { const: true } }, ['captcha']),
  },
  'admin/Index/login POST': {
    summary: 'Sign in',
    body: input({ username: text, password: text, keep: { type: ['boolean', 'integer', 'string'] }, ...captcha }, [
      'username',
      'password',
    ]),
    responses: answer({ userInfo: apiObject({ ...account, token: text, refresh_token: text }), routePath: text }),
  },
  'admin/Index/logout': { summary: 'Sign out', body: input({ refreshToken: text }), responses: done },
  'admin/Index/code': {
    summary: 'Complete signing in with the code of the second factor, or a recovery code',
    body: input(code, ['totp_code']),
    responses: answer({ recovery_left: { type: ['integer', 'null'] } }),
  },
  'admin/Index/sendRecoveryCode': {
    summary: 'Send a code to an administrator who forgot the password',
    body: input({ account: text, ...captcha }, ['account']),
    responses: done,
  },
  'admin/Index/resetPassword': {
    summary: 'A new password with the code that was sent',
    body: input({ account: text, recovery_code: text, password: text }, ['account', 'recovery_code', 'password']),
    responses: done,
  },
  'admin/Index/index': { summary: 'The first data of the shell', responses: start },
  'admin/Index/why': {
    summary: 'Why the caller has a right or not',
    query: { node: text },
    needs: ['node'],
    responses: why,
  },
  'admin/Index/openapi': { summary: 'This document', responses: apiAnswer({ type: 'object' }) },
  'admin/Dashboard/index': {
    summary: 'The greeting of the first page',
    responses: answer({ remark: text, warnings: apiList(text) }, ['remark']),
  },
  'api/common/refreshToken': {
    summary: 'A new access token; the old one is sent in its header',
    body: input({ refreshToken: text }, ['refreshToken']),
    responses: answer({ type: { enum: ['admin-refresh', 'user-refresh'] }, token: text, refresh_token: text }, [
      'type',
      'token',
    ]),
  },
  'api/common/clickCaptcha': {
    summary: 'A captcha under the id of the client: a picture, or a question with mode=text',
    query: { id: text, mode: text },
    needs: ['id'],
    responses: apiAnswer({
      anyOf: [
        apiObject({ id: text, text: apiList(text), base64: text, width: integer, height: integer }),
        apiObject({ id: text, mode: { const: 'text' }, question: text, wait: integer }),
      ],
    }),
  },
  'api/common/checkClickCaptcha': {
    summary: 'Whether the captcha was answered',
    body: input({ id: text, info: text }, ['id', 'info']),
    responses: done,
  },
  'api/index/index': {
    summary: 'The first data of a visitor',
    responses: answer({
      site: apiObject(siteConfig),
      openMemberCenter: boolean,
      userInfo: { type: 'array' },
      rules: { type: 'array' },
      menus: { type: 'array' },
    }),
  },
  'api/user/checkIn GET': { summary: 'The centre of members is closed', responses: done },
  'api/user/checkIn POST': {
    summary: 'The centre of members is closed',
    body: { type: 'object', additionalProperties: true },
    responses: done,
  },
  'admin/routine.AdminInfo/index': {
    summary: 'The own account',
    responses: answer({
      info: apiObject({
        ...account,
        email: text,
        mobile: text,
        motto: text,
        last_login_ip: text,
        token: text,
        refresh_token: text,
      }),
    }),
  },
  'admin/routine.AdminInfo/edit': {
    summary: 'Change the own account; another mail address needs the current password',
    body: input({
      nickname: text,
      avatar: optionalText,
      email: optionalText,
      mobile: optionalText,
      motto: optionalText,
      current_password: { description: 'a text; looked at for another mail address only' },
    }),
    responses: done,
  },
  'admin/routine.AdminInfo/password': {
    summary: 'Change the own password',
    body: input({ ...currentPassword, password: text }, ['current_password', 'password']),
    responses: done,
  },
  'admin/routine.AdminInfo/factor': {
    summary: 'The second factor of the own account',
    responses: answer({
      enabled: boolean,
      time: { type: ['integer', 'null'] },
      recovery_left: integer,
      required: boolean,
    }),
  },
  'admin/routine.AdminInfo/enrolFactor': {
    summary: 'Begin to set up a second factor',
    body: input(currentPassword, ['current_password']),
    responses: answer({ secret: text, address: text }),
  },
  'admin/routine.AdminInfo/confirmFactor': {
    summary: 'Enable the second factor; the recovery codes are shown once',
    body: input(code, ['totp_code']),
    responses: recoveryCodes,
  },
  'admin/routine.AdminInfo/disableFactor': {
    summary: 'Disable the second factor',
    body: input({ ...currentPassword, ...code }, ['current_password', 'totp_code']),
    responses: done,
  },
  'admin/routine.AdminInfo/recoveryCodes': {
    summary: 'New recovery codes',
    body: input({ ...currentPassword, ...code }, ['current_password', 'totp_code']),
    responses: recoveryCodes,
  },
  'admin/routine.AdminInfo/sessions': {
    summary: 'Sessions: the own ones, of one account, or of all within reach',
    query: { all: { enum: ['1'] }, admin_id: id },
    responses: answer({ list: apiList(session), total: integer, more: boolean, others: boolean }),
  },
  'admin/routine.AdminInfo/endSession': { summary: 'End a session', body: input({ id }, ['id']), responses: done },
  'admin/routine.AdminInfo/noticeMail': {
    summary: 'Which notices the account also receives by mail',
    responses: answer({
      mailer: { enum: ['on', 'stored', 'off'] },
      has_address: flag,
      has_links: flag,
      language: text,
      kinds: apiList(apiObject({ name: text, label: text, mail: flag })),
    }),
  },
  'admin/routine.AdminInfo/saveNoticeMail': {
    summary: 'Choose which notices to receive by mail',
    body: input({ kinds: apiList(text), language: { enum: ['zh-cn', 'en'] } }, ['kinds', 'language']),
    responses: done,
  },
  'admin/auth.Group/roleOptions': {
    summary: 'Presets of roles, and the rights that others need',
    responses: answer({ presets: apiList(apiObject({ name: text, nodes: apiList(text) })), needs: { type: 'object' } }),
  },
  'admin/auth.Admin/resetFactor': {
    summary: 'Remove the second factor of another account',
    body: input({ id }, ['id']),
    responses: apiAnswer(nothing),
  },
}
