/** Settings: whether sound and picture go directly, and over which port. */
import type { ModuleSetting, Settings } from 'tablewright/server'

export interface DirectSettings {
  /** 0 = any that is free. */
  readonly port: number
  /** "" = the addresses of this machine. */
  readonly address: string
}

export const directSettings = {
  live_direct: {
    type: 'switch',
    initial: true,
    title: { 'zh-cn': '直接传输音视频', en: 'Direct audio and video' },
    tip: {
      'zh-cn':
        '通过 UDP（WebRTC）传输，延迟小于 0.2 秒。无法使用 UDP 时自动经服务器中转，延迟约 0.5 秒；' +
        '本服务器没有安装可选组件 node-datachannel 时全部中转。',
      en:
        'By UDP (WebRTC), with a delay below 0.2 seconds. Without UDP, everything goes over the web connection, ' +
        'about 0.5 seconds late; for everybody, where the optional package node-datachannel is not installed.',
    },
  },
  live_udp_port: {
    superOnly: true,
    type: 'number',
    initial: 0,
    minimum: 0,
    maximum: 65_535,
    title: { 'zh-cn': '音视频 UDP 端口', en: 'UDP port for audio and video' },
    tip: {
      'zh-cn': '0 表示使用任意空闲端口；防火墙只开放一个端口时请填写。多个服务器进程不能共用一个端口。',
      en:
        '0 takes any that is free. Enter the one that the firewall lets through; two server processes cannot share ' +
        'it.',
    },
  },
  live_udp_address: {
    superOnly: true,
    type: 'string',
    initial: '',
    maxLength: 45,
    pattern: {
      matches: /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]+)?$/i,
      message: { 'zh-cn': '须为 IP 地址', en: 'Enter an IP address' },
    },
    title: { 'zh-cn': '音视频公网地址', en: 'Address for audio and video' },
    tip: {
      'zh-cn': '服务器位于 NAT 之后时，填写外部可以访问的 IP 地址；留空时使用本机地址。',
      en: 'Where the server is behind NAT, the IP address at which it is reached. Empty takes those of this machine.',
    },
  },
} as const satisfies Readonly<Record<string, ModuleSetting>>

export const readDirectSettings = ({ own }: Pick<Settings, 'own'>): DirectSettings => ({
  port: Number(own['live_udp_port'] ?? directSettings.live_udp_port.initial),
  address: String(own['live_udp_address'] ?? ''),
})

export const isDirectAllowed = ({ own }: Pick<Settings, 'own'>): boolean => own['live_direct'] !== false
