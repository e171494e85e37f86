/** Settings: which conversations a site has, how much may be sent, and how long it is kept. */
import type { ModuleSetting, Settings } from 'tablewright/server'

const timeOfDay = String.raw`((?:[01]?\d|2[0-4])):([0-5]\d)`
/** A span of office hours as a regular expression: `1-5 09:00-18:00`. */
export const officeSpan = String.raw`([1-7])(?:-([1-7]))?\s+${timeOfDay}-${timeOfDay}`
const officeText = new RegExp(String.raw`^\s*${officeSpan}\s*(?:[,，;；]\s*${officeSpan}\s*)*$`)

export const chatSettings = {
  chat_service: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '在线客服', en: 'Service desk' },
    tip: { 'zh-cn': '会员可以联系客服。', en: 'Members can write to the service desk.' },
  },
  chat_private: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '会员私聊', en: 'Private messages' },
    tip: {
      'zh-cn': '会员之间可以互相发送消息，并可屏蔽他人。',
      en: 'Members can write to each other, and block each other.',
    },
  },
  chat_groups: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '群聊', en: 'Group chats' },
    tip: { 'zh-cn': '会员可以建群。', en: 'Members can open groups.' },
  },
  chat_messages_per_minute: {
    type: 'number',
    initial: 30,
    minimum: 1,
    maximum: 600,
    title: { 'zh-cn': '每位会员每分钟的消息数', en: 'Messages of a member in a minute' },
  },
  chat_people_per_hour: {
    type: 'number',
    initial: 20,
    minimum: 1,
    maximum: 1000,
    title: { 'zh-cn': '每位会员每小时发起的会话数', en: 'Conversations that a member starts in an hour' },
  },
  chat_upload_mb: {
    type: 'number',
    initial: 50,
    minimum: 1,
    maximum: 10_000,
    title: { 'zh-cn': '每位会员每小时上传的附件（MB）', en: 'Files of a member in an hour (MB)' },
  },
  chat_recall_minutes: {
    type: 'number',
    initial: 2,
    minimum: 1,
    maximum: 1440,
    title: { 'zh-cn': '可撤回的时间（分钟）', en: 'Time for recalling a message (minutes)' },
    tip: {
      'zh-cn': '撤回的原文加密保留 30 天，仅供有审计权限的人查看。',
      en: 'The original is kept encrypted for 30 days, for those who may audit.',
    },
  },
  chat_max_load: {
    type: 'number',
    initial: 8,
    minimum: 1,
    maximum: 1000,
    title: { 'zh-cn': '每位客服同时接待的会话数', en: 'Open conversations of an agent' },
  },
  chat_office_hours: {
    type: 'string',
    initial: '',
    maxLength: 120,
    pattern: {
      matches: officeText,
      message: {
        'zh-cn': '请按“1-5 09:00-18:00”的格式填写，多段用逗号分隔。',
        en: 'Enter days and times as “1-5 09:00-18:00”, several of them separated by commas.',
      },
    },
    title: { 'zh-cn': '服务时间', en: 'Office hours' },
    tip: {
      'zh-cn': '例如“1-5 09:00-18:00”：周一至周五；留空表示全天。时间之外客服显示为离线。',
      en: 'For example “1-5 09:00-18:00”, Monday to Friday. Empty = always. At other times agents are away.',
    },
  },
  chat_auto_resolve_hours: {
    type: 'number',
    initial: 72,
    minimum: 0,
    maximum: 8760,
    title: { 'zh-cn': '自动解决（小时）', en: 'Resolve by itself after (hours)' },
    tip: {
      'zh-cn': '客服最后发言且会员未再回复的会话；0 表示不自动解决。',
      en: 'Open conversations that the member has not answered. 0 = never.',
    },
  },
  chat_digest_hours: {
    type: 'number',
    initial: 24,
    minimum: 0,
    maximum: 720,
    title: { 'zh-cn': '未读消息邮件提醒（小时）', en: 'Mail about unread messages after (hours)' },
    tip: {
      'zh-cn': '消息未读超过此时间后向会员发送邮件，每天最多一封，不含消息内容；0 表示不发送。',
      en: 'Members get one mail a day at most. It does not say what was written. 0 = none.',
    },
  },
  chat_retention_days: {
    type: 'number',
    initial: 730,
    minimum: 0,
    maximum: 36_500,
    isRetention: true,
    title: { 'zh-cn': '消息保留天数', en: 'Days for which messages are kept' },
    tip: {
      'zh-cn': '更早的消息和附件会被删除；0 表示一直保留。',
      en: 'Older messages and files are deleted. 0 keeps them.',
    },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

type Name = keyof typeof chatSettings
type Own = Pick<Settings, 'own'>

const valueOf = ({ own }: Own, name: Name): unknown => own[name] ?? chatSettings[name].initial
const numberIn = (settings: Own, name: Name): number => Number(valueOf(settings, name))

export type ConversationType = 'private' | 'service' | 'group'
const switches = { private: 'chat_private', service: 'chat_service', group: 'chat_groups' } as const

export const hasConversations = (settings: Own, type: ConversationType): boolean =>
  valueOf(settings, switches[type]) === true
export const messagesPerMinute = (settings: Own): number => numberIn(settings, 'chat_messages_per_minute')
export const peoplePerHour = (settings: Own): number => numberIn(settings, 'chat_people_per_hour')
export const uploadBytes = (settings: Own): number => numberIn(settings, 'chat_upload_mb') * 1024 * 1024
export const recallSeconds = (settings: Own): number => numberIn(settings, 'chat_recall_minutes') * 60
export const maxLoad = (settings: Own): number => numberIn(settings, 'chat_max_load')
export const officeHours = (settings: Own): string => String(valueOf(settings, 'chat_office_hours'))
export const autoResolveSeconds = (settings: Own): number => numberIn(settings, 'chat_auto_resolve_hours') * 3600
export const digestSeconds = (settings: Own): number => numberIn(settings, 'chat_digest_hours') * 3600
export const retentionSeconds = (settings: Own): number => numberIn(settings, 'chat_retention_days') * 86_400
