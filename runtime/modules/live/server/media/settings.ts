/** Settings: whether lessons are recorded, how much is kept for how long, and servers that help to connect. */
import type { ModuleSetting } from 'tablewright/server'
import { iceAddresses } from '../../shared/media/ice.ts'

export const recordingSettings = {
  live_recording: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '允许录制课堂', en: 'Lessons may be recorded' },
    tip: {
      'zh-cn': '关闭后任何直播间都不录制。录制保存在本服务器。',
      en: 'Off, no room is recorded. Recordings stay on this server.',
    },
  },
  live_recording_gb: {
    type: 'number',
    initial: 50,
    minimum: 1,
    maximum: 100_000,
    title: { 'zh-cn': '录制占用空间上限（GB）', en: 'Room for recordings (GB)' },
    tip: {
      'zh-cn': '用满后停止录制，课堂继续。一小时约 0.6 GB。',
      en: 'Once it is full, recordings end and lessons go on. An hour takes about 0.6 GB.',
    },
  },
  live_recording_days: {
    type: 'number',
    initial: 180,
    minimum: 0,
    maximum: 36_500,
    isRetention: true,
    title: { 'zh-cn': '录制保留天数', en: 'Days for which recordings are kept' },
    tip: {
      'zh-cn': '更早的录制会被删除；0 表示一直保留。',
      en: 'Older recordings are deleted. 0 keeps them.',
    },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

/** Super administrators alone change them: these servers see the addresses of all who are in a lesson. */
export const iceSettings = {
  live_ice_servers: {
    superOnly: true,
    type: 'textarea',
    initial: '',
    maxLength: 1000,
    pattern: {
      matches: iceAddresses,
      message: {
        'zh-cn': '每行一个地址，最多 8 个，例如 stun:stun.example.com:3478 或 turn:turn.example.com:3478?transport=tcp',
        en:
          'Enter one address a line, 8 at most, for example stun:stun.example.com:3478 or ' +
          'turn:turn.example.com:3478?transport=tcp',
      },
    },
    title: { 'zh-cn': 'STUN/TURN 服务器', en: 'STUN and TURN servers' },
    tip: {
      'zh-cn': '每行一个。仅在服务器位于 NAT 或防火墙之后时需要；留空时使用本服务器。只发给可以使用音视频的人。',
      en:
        'One a line. Needed where this server is behind NAT or a firewall only; leave it empty to use this server ' +
        'alone. Sent to those who may use audio and video, and to nobody else.',
    },
  },
  live_ice_user: {
    superOnly: true,
    type: 'string',
    initial: '',
    maxLength: 100,
    title: { 'zh-cn': 'TURN 用户名', en: 'User name for TURN' },
    tip: {
      'zh-cn': '留空时每个人获得 12 小时有效的临时凭据（coturn 的 use-auth-secret）。',
      en: 'Empty, everybody gets a pass for 12 hours, signed with the secret (use-auth-secret of coturn).',
    },
  },
  live_ice_secret: {
    superOnly: true,
    type: 'password',
    initial: '',
    maxLength: 256,
    destination: ['live_ice_servers', 'live_ice_user'],
    isUsed: ({ live_ice_servers: servers }) => servers !== '',
    title: { 'zh-cn': 'TURN 密码或共享密钥', en: 'Password or shared secret for TURN' },
    tip: {
      'zh-cn': '加密保存；留空表示不修改。服务器或用户名更改后须重新输入。有用户名时密码会发给可以使用音视频的人。',
      en:
        'Stored encrypted. Leave it empty to keep the current one. With other servers or another user name it is ' +
        'asked for anew. With a user name, those who may use audio and video get the password.',
    },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>
