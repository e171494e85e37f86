/** English names of places and areas, and the syllables of people, brands and companies. */
import { readEntries } from './dictionary.ts'

export const places = readEntries(`
  华东中心仓: East China depot, 城北冷藏仓: North cold store, 退货处理仓: Returns centre
  食品区: Food, 酒水饮料区: Drinks, 粮油调味区: Staples, 个护清洁区: Toiletries, 纸品区: Paper
  家居日用区: Home, 五金工具区: Hardware, 电工照明区: Electrical, 办公文具区: Stationery, 整箱备货区: Reserve
  乳品冷藏区: Dairy, 蛋品冷藏区: Eggs, 鲜肉冷藏区: Meat, 速冻食品区: Frozen
  水产冷冻区: Seafood, 待检区: Inspection, 良品区: Good, 残次品区: Damaged
  青禾路188号物流园1栋: 188 Qinghe Road; logistics park; building 1
  临泉路66号冷链园3栋: 66 Linquan Road; cold chain park; building 3
  云栈路9号仓储中心2栋: 9 Yunzhan Road; storage centre; building 2
  青禾路: Qinghe Road, 望川街: Wangchuan Street, 云栈路: Yunzhan Road, 梧桐里大街: Wutongli Avenue, 东篱路: Dongli Road
  锦溪路: Jinxi Road, 长亭西路: Changting West Road, 远山道: Yuanshan Road, 松涧路: Songjian Road
  枫桥东街: Fengqiao East Street, 石榴巷: Shiliu Lane, 采薇路: Caiwei Road, 临泉路: Linquan Road
  星野大道: Xingye Boulevard, 物流园: logistics park, 商贸城: trade centre, 产业园: industrial park
  批发市场: wholesale market, 仓储中心: storage centre
  北京市: Beijing, 上海市: Shanghai, 天津市: Tianjin, 重庆市: Chongqing, 杭州市: Hangzhou, 宁波市: Ningbo
  温州市: Wenzhou, 嘉兴市: Jiaxing, 金华市: Jinhua, 台州市: Taizhou, 南京市: Nanjing, 苏州市: Suzhou, 无锡市: Wuxi
  常州市: Changzhou, 南通市: Nantong, 徐州市: Xuzhou, 合肥市: Hefei, 芜湖市: Wuhu, 福州市: Fuzhou, 厦门市: Xiamen
  泉州市: Quanzhou, 南昌市: Nanchang, 九江市: Jiujiang, 济南市: Jinan, 青岛市: Qingdao, 烟台市: Yantai, 潍坊市: Weifang
  郑州市: Zhengzhou, 洛阳市: Luoyang, 武汉市: Wuhan, 宜昌市: Yichang, 长沙市: Changsha, 株洲市: Zhuzhou
  广州市: Guangzhou, 深圳市: Shenzhen, 佛山市: Foshan, 东莞市: Dongguan, 中山市: Zhongshan, 惠州市: Huizhou
  南宁市: Nanning, 桂林市: Guilin, 海口市: Haikou, 成都市: Chengdu, 绵阳市: Mianyang, 贵阳市: Guiyang, 昆明市: Kunming
  西安市: Xi'an, 宝鸡市: Baoji, 兰州市: Lanzhou, 银川市: Yinchuan, 太原市: Taiyuan, 石家庄市: Shijiazhuang
  唐山市: Tangshan, 保定市: Baoding, 沈阳市: Shenyang, 大连市: Dalian, 长春市: Changchun, 哈尔滨市: Harbin
`)

/** One syllable for each character of invented names; other ones where two would sound the same. */
export const syllables = readEntries(`
  澄: cheng, 溪: xi, 青: qing, 禾: he, 云: yun, 屿: yu, 松: song, 砚: yan, 柏: bai, 舟: zhou, 远: yuan, 岫: xiu
  清: lian, 霁: ji, 映: ying, 棠: tang, 南: nan, 栀: zhi, 疏: shu, 桐: tong, 晴: tian, 岚: lan, 知: zhi, 禹: rui
  枕: zhen, 石: shi, 望: wang, 舒: shu, 闻: wen, 笛: di, 拾: shan, 光: guang, 苑: yuan, 川: chuan, 岭: ling
  垣: wei, 野: ye, 汀: ting, 泽: ze, 原: ping, 朗: lang, 序: xu, 麦: mai, 谷: gu, 柚: you, 稻: dao, 里: li
  沐: mu, 棉: mian, 净: jing, 皂: zao, 语: yu, 白: bai, 澜: lun, 铸: zhu, 砺: li, 固: gu, 钧: jun, 磐: pan
  垒: lei, 锋: feng, 笺: jian, 墨: mo, 楮: chu, 简: ren, 竹: zhu, 榭: xie
  王: wang, 李: li, 张: zhang, 刘: liu, 陈: chen, 杨: yang, 赵: zhao, 黄: huang, 周: zhou, 吴: wu, 徐: xu, 孙: sun
  胡: hu, 朱: zhu, 高: gao, 林: lin, 何: he, 郭: guo, 马: ma, 罗: luo, 梁: liang, 宋: song, 郑: zheng, 谢: xie
  韩: han, 唐: tang, 冯: feng, 于: yu, 董: dong, 萧: xiao, 程: cheng, 曹: cao, 袁: yuan, 邓: deng, 许: xu, 傅: fu
  沈: shen, 曾: zeng, 彭: peng, 吕: lyu, 建: jian, 国: guo, 丽: li, 华: hua, 志: zhi, 强: qiang, 秀: xiu, 英: ying
  晓: xiao, 东: dong, 海: hai, 燕: yan, 文: wen, 博: bo, 雨: yu, 子: zi, 涵: han, 栋: dong, 玉: yu, 兰: lan
  俊: jun, 杰: jie, 思: si, 佳: jia, 怡: yi, 伟: wei, 芳: fang, 敏: min, 磊: lei, 静: jing, 涛: tao, 明: ming
  轩: xuan, 春: chun, 梅: mei, 振: zhen, 宇: yu, 婷: ting, 浩: hao, 然: ran, 雪: xue, 莹: ying, 立: li, 新: xin
  桂: gui, 芝: zhi, 永: yong, 刚: gang, 晨: chen, 曦: xi
`)
