/** Settings of a site for its texts. */
import type { ModuleSetting } from 'tablewright/server'
import type { Scope } from '#generated/cms/server.ts'

export const cmsSettings = {
  cms_public: {
    type: 'switch',
    initial: false,
    title: { 'zh-cn': '公开站点', en: 'Public site' },
    tip: {
      'zh-cn': '关闭时，只有登录的会员可以阅读。',
      en: 'Off: texts can be read by members who are signed in only.',
    },
  },
  cms_comments_review: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '评论先审后显', en: 'Review comments' },
    tip: { 'zh-cn': '访客的评论始终需要审核。', en: 'Comments of guests are always reviewed.' },
  },
  cms_comments_interval: {
    type: 'number',
    initial: 10,
    minimum: 0,
    maximum: 3600,
    title: { 'zh-cn': '评论间隔（秒）', en: 'Seconds between comments' },
  },
  cms_text_reasons: {
    type: 'textarea',
    initial: '',
    maxLength: 4000,
    title: { 'zh-cn': '退回内容的常用原因', en: 'Reasons to refuse texts' },
    tip: {
      'zh-cn': '每行一个，审核时可直接选用；留空使用默认原因。',
      en: 'One per line, to choose from in a review; empty = the usual ones.',
    },
  },
  cms_comment_reasons: {
    type: 'textarea',
    initial: '',
    maxLength: 4000,
    title: { 'zh-cn': '隐藏评论的常用原因', en: 'Reasons to hide comments' },
    tip: {
      'zh-cn': '每行一个，审核时可直接选用；留空使用默认原因。',
      en: 'One per line, to choose from in a review; empty = the usual ones.',
    },
  },
  cms_buy_ratio: {
    type: 'number',
    initial: 70,
    minimum: 0,
    maximum: 100,
    title: { 'zh-cn': '作者的销售分成（%）', en: 'Share of the author in sales (%)' },
  },
  cms_appreciation: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '赞赏', en: 'Tips' },
    tip: { 'zh-cn': '会员可以赞赏其他会员的内容。', en: 'Members can tip the texts of other members.' },
  },
  cms_appreciation_ratio: {
    type: 'number',
    initial: 100,
    minimum: 0,
    maximum: 100,
    title: { 'zh-cn': '作者的赞赏分成（%）', en: 'Share of the author in tips (%)' },
  },
  cms_payment_commission: {
    type: 'number',
    initial: 54,
    minimum: 0,
    maximum: 1000,
    title: { 'zh-cn': '渠道手续费（万分之）', en: 'Fee of payment providers (1/100 %)' },
    tip: {
      'zh-cn': '只从微信和支付宝付款的分成中扣除。',
      en: 'Deducted from shares of payments by WeChat and Alipay only.',
    },
  },
  cms_index_seo_title: {
    type: 'string',
    initial: '',
    maxLength: 120,
    title: { 'zh-cn': '首页标题', en: 'Title of the home page' },
  },
  cms_index_keywords: {
    type: 'string',
    initial: '',
    maxLength: 255,
    title: { 'zh-cn': '首页关键词', en: 'Keywords of the home page' },
  },
  cms_index_description: {
    type: 'textarea',
    initial: '',
    maxLength: 500,
    title: { 'zh-cn': '首页描述', en: 'Description of the home page' },
  },
  cms_terms: {
    type: 'textarea',
    initial: '',
    maxLength: 20_000,
    title: { 'zh-cn': '投稿协议', en: 'Terms of contributions' },
    tip: { 'zh-cn': '投稿前展示给会员。', en: 'Shown to members before they contribute.' },
  },
  cms_privacy: {
    type: 'textarea',
    initial: '',
    maxLength: 20_000,
    title: { 'zh-cn': '隐私政策', en: 'Privacy policy' },
  },
  cms_about: {
    type: 'textarea',
    initial: '',
    maxLength: 20_000,
    title: { 'zh-cn': '关于本站', en: 'About the site' },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

type Name = keyof typeof cmsSettings
type Own = Pick<Scope, 'settings'>

const valueOf = ({ settings: { own } }: Own, name: Name): unknown => own[name] ?? cmsSettings[name].initial

export const isPublicSite = (scope: Own): boolean => valueOf(scope, 'cms_public') === true
export const reviewsComments = (scope: Own): boolean => valueOf(scope, 'cms_comments_review') === true
export const commentInterval = (scope: Own): number => Number(valueOf(scope, 'cms_comments_interval'))
/** Lines, one reason each; empty = those of the module. */
export const cannedReasons = (scope: Own, name: 'cms_text_reasons' | 'cms_comment_reasons'): string =>
  String(valueOf(scope, name) ?? '')
export const takesTips = (scope: Own): boolean => valueOf(scope, 'cms_appreciation') === true

/** Percent of the author, and hundredths of a percent of the provider. */
export const shareRules = (
  scope: Own,
  kind: 'content' | 'admire',
): { readonly ratio: number; readonly fee: number } => ({
  ratio: Number(valueOf(scope, kind === 'content' ? 'cms_buy_ratio' : 'cms_appreciation_ratio')),
  fee: Number(valueOf(scope, 'cms_payment_commission')),
})

const textOf = (scope: Own, name: Name): string => String(valueOf(scope, name) ?? '')

/** Title, keywords and description of the home page for search engines. */
export const homeTexts = (scope: Own) => ({
  title: textOf(scope, 'cms_index_seo_title'),
  keywords: textOf(scope, 'cms_index_keywords'),
  description: textOf(scope, 'cms_index_description'),
})

/** The settings that clients read, by the names and values of other products. */
export const clientSettings = (scope: Own) => {
  const { title, keywords, description } = homeTexts(scope)
  return {
    index_seo_title: title,
    index_seo_keywords: keywords,
    index_seo_description: description,
    content_language: 'html' as const,
    comment_language: 'markdown' as const,
    appreciation: takesTips(scope) ? ('enable' as const) : ('disable' as const),
    appreciation_ratio: shareRules(scope, 'admire').ratio,
    buy_ratio: shareRules(scope, 'content').ratio,
    wechat_payment_commission: shareRules(scope, 'content').fee / 100,
    comments_review: reviewsComments(scope) ? ('yes' as const) : ('no' as const),
    comments_interval: commentInterval(scope),
    agreement_language: 'markdown' as const,
    terms: agreementOf(scope, 'terms'),
    privacy: agreementOf(scope, 'privacy'),
    about: agreementOf(scope, 'about'),
    h5_domain: scope.settings.siteUrl,
  }
}

/** The settings that clients of other products change, by their names. */
export interface FormerSettings {
  readonly index_seo_title?: string
  readonly index_seo_keywords?: string
  readonly index_seo_description?: string
  readonly appreciation?: 'enable' | 'disable'
  readonly appreciation_ratio?: number
  readonly buy_ratio?: number
  /** Percent. */
  readonly wechat_payment_commission?: number
  readonly comments_review?: 'yes' | 'no'
  readonly comments_interval?: number
  readonly terms?: string
  readonly privacy?: string
  readonly about?: string
}

/** The values of the page of the settings: the inverse of `clientSettings`. */
export function ownSettings(input: FormerSettings): Partial<Record<Name, unknown>> {
  const { appreciation, comments_review: review, wechat_payment_commission: percent } = input
  const values: Partial<Record<Name, unknown>> = {
    cms_index_seo_title: input.index_seo_title,
    cms_index_keywords: input.index_seo_keywords,
    cms_index_description: input.index_seo_description,
    cms_appreciation: appreciation && appreciation === 'enable',
    cms_appreciation_ratio: input.appreciation_ratio,
    cms_buy_ratio: input.buy_ratio,
    cms_payment_commission: percent === undefined ? undefined : Math.round(percent * 100),
    cms_comments_review: review && review === 'yes',
    cms_comments_interval: input.comments_interval,
    cms_terms: input.terms,
    cms_privacy: input.privacy,
    cms_about: input.about,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** A text of the site by its name. */
export const agreementOf = (scope: Own, type: 'terms' | 'privacy' | 'about'): string => textOf(scope, `cms_${type}`)
