/** Answers of the members' routes, for the description of the API. */
import { apiList, apiObject, type ApiSchema } from 'tablewright/protocol'

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const whole = { type: 'integer' } as const
const flag = { type: 'boolean' } as const

/** The answer of a route that only has a message. */
export const nothing: ApiSchema = { type: 'null' }

const profile = {
  id: whole,
  username: text,
  nickname: text,
  email: text,
  mobile: text,
  avatar: text,
  gender: whole,
  birthday: textOrNull,
  money: { type: 'string', description: 'yuan, two decimals' },
  score: whole,
  join_time: text,
  motto: text,
  last_login_time: text,
  last_login_ip: text,
} as const

const member = apiObject({ ...profile, token: text, refresh_token: text })
const channels = apiList({ enum: ['email', 'mobile'] })

const ruleProperties = {
  id: whole,
  pid: whole,
  type: text,
  title: text,
  name: text,
  path: text,
  icon: text,
  menu_type: textOrNull,
  url: text,
  component: text,
  no_login_valid: whole,
  extend: text,
} as const
const rules = apiList(
  apiObject({
    ...ruleProperties,
    children: { type: 'array', description: 'rules below it', items: { type: 'object' } },
  }),
)

export const start = apiObject({
  site: { type: 'object', description: 'settings for clients' },
  openMemberCenter: flag,
  userInfo: { anyOf: [member, { type: 'array', maxItems: 0 }], description: 'an empty list for visitors' },
  menus: rules,
  rules,
})
export const signedIn = apiObject({ userInfo: { anyOf: [member, { type: 'null' }] }, menus: rules, rules })
export const ownProfile = apiObject({ user: apiObject(profile), accountVerificationType: channels })

const checkIns = { checked: flag, streak: whole }
export const checkInPage: ApiSchema = {
  anyOf: [
    apiObject({ ...checkIns, next_score: whole, today: text, days: apiList(text), loggedIn: flag, routePath: text }),
    apiObject({ userLoginCaptchaSwitch: flag, accountVerificationType: channels }),
  ],
}
export const checkedIn: ApiSchema = {
  anyOf: [
    apiObject({ userInfo: member, routePath: text }),
    apiObject({ loggedIn: flag, routePath: text }),
    apiObject({ score: whole, streak: whole }),
  ],
}

export const overview = apiObject({
  days: apiList(text),
  score: apiList(whole),
  money: apiList(text),
  unread: whole,
  ...checkIns,
})

/** Entries of the balance (amounts as text) or of the score (whole numbers). */
export const entriesOf = (asset: 'money' | 'score'): ApiSchema => {
  const amount = asset === 'money' ? text : whole
  const entry = { id: whole, user_id: whole, [asset]: amount, before: amount, after: amount, memo: textOrNull }
  return apiObject({ list: apiList(apiObject({ ...entry, create_time: { type: ['integer', 'null'] } })), total: whole })
}

const notice = apiObject({
  id: whole,
  kind: text,
  title: text,
  content: text,
  path: textOrNull,
  create_time: whole,
  read: { enum: [0, 1] },
})
export const notices = apiObject({ list: apiList(notice), total: whole, unread: whole })
export const unreadNotices = apiObject({ unread: whole })

export const verified = apiObject({ type: { enum: ['email', 'mobile'] }, accountVerificationToken: text })
