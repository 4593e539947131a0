/// Short feeds of all formats, written after the formats' specifications.
enum SampleDocuments {
  static let rss = """
    <?xml version="1.0" encoding="utf-8"?>
    <!DOCTYPE rss [<!ENTITY a "expanded"><!ENTITY b "&a;&a;">]>
    <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
    <channel><title>Channel</title><link>https://example.org/</link><language>de-AT</language>
    <image><url>logo.png</url><title>Logo</title></image>
    <item><title>Tom &amp;amp; Jerry</title><link>https://example.org/1</link>
      <guid isPermaLink="false">g1</guid><d:creator>Ann</d:creator><d:creator>Bob</d:creator>
      <pubDate>Wed, 01 May 2024 10:00:00 +0200</pubDate>
      <description>short</description>
      <content:encoded><![CDATA[<p>Long &hellip;</p><ul><li>a<li>b</ul>]]></content:encoded>
      <media:content url="clip.mp4" type="video/mp4"/><media:thumbnail url="thumb.jpg"/></item>
    <item><title>a < b</title><author>ann@example.org (Ann)</author>
      <description>AT&T &b; &nbsp;x</description><enclosure url="e.png" type="image/png" length="1"/>
      <link>https://example.org/2</link><dc:date>2024-05-02</dc:date></item>
    </channel></rss>
    """

  static let rdf = """
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="c"><title>C</title>
    <items><rdf:Seq><rdf:li resource="i1"/></rdf:Seq></items></channel>
    <item rdf:about="i1"><title>One</title><dc:date>2024-05-01T10:00Z</dc:date>
    <description>&lt;b&gt;x&lt;/b&gt; y</description></item></rdf:RDF>
    """

  static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>F</title><id>f</id>
    <author><name>Feed</name><email>f@example.org</email></author>
    <entry><id>1</id><title type="html">&lt;i>One&lt;/i></title><updated>2024-05-02T00:00:00Z</updated>
      <published>2024-05-01T10:00:00.5Z</published><author><name>Ann</name><uri>u</uri></author>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a &lt; <b>b</b><br/>c</p></div>
      </content><link rel="enclosure" type="image/jpeg" href="p.jpg"/></entry>
    <entry xml:lang="fr"><id>2</id><title>a &lt;b> c</title><summary>plain &amp; text</summary>
      <source><title>Other</title><id>o</id><author><name>X</name></author></source>
      <updated>2024-05-02T00:00:00+02:00</updated></entry></feed>
    """

  static let mastodon = #"""
    [{"id":"1","created_at":"2024-05-01T10:00:00.000Z","language":"en","spoiler_text":"Food",
      "content":"<p>Hi <a href=\"https://x.example/a/b\"><span class=\"invisible\">https://</span><span class=\"ellipsis\">x.example/a</span><span class=\"invisible\">/b</span></a></p>",
      "account":{"acct":"ann","display_name":"Ann :cat:","avatar":"a.png",
      "emojis":[{"shortcode":"cat","url":"cat.png"}]},"reblog":null,
      "media_attachments":[{"type":"image","url":"1.jpg","description":"one"},
        {"type":"image","url":"2.jpg","description":"two"},{"type":"video","url":"3.mp4"}],
      "poll":{"options":[{"title":"Yes","votes_count":3},{"title":"No","votes_count":null}]}},
     {"id":"2","created_at":"2024-05-02T10:00:00.000Z","content":"","account":{"acct":"bob"},
      "reblog":{"id":"3","created_at":"2024-04-01T00:00:00Z","content":"<p>Boosted</p>",
        "account":{"acct":"cy@x.example","display_name":"","avatar":"c.png"},"media_attachments":[]}}]
    """#

  static let outbox = #"""
    {"@context":"https://www.w3.org/ns/activitystreams","id":"outbox.json","type":"OrderedCollection",
     "totalItems":2,"orderedItems":[
     {"id":"a1","type":"Create","actor":"https://m.example/users/ann","published":"2024-05-01T10:00:00Z",
      "object":{"id":"n1","type":"Question","summary":null,"content":"<p>Tea?</p>",
        "contentMap":{"en":"<p>Tea?</p>"},"attachment":[{"type":"Document","mediaType":"image/png",
        "url":"/m/1.png","name":"A cup"}],"oneOf":[{"type":"Note","name":"Yes","replies":{"totalItems":2}}]}},
     {"id":"a2","type":"Announce","actor":"https://m.example/users/ann","published":"2024-05-02T10:00:00Z",
      "object":"https://m.example/users/bob/statuses/9"}]}
    """#

  static let bluesky = #"""
    {"feed":[{"post":{"uri":"at://did/1","cid":"c","author":{"handle":"ann.example","displayName":"Ann",
      "avatar":"a.jpg"},"record":{"$type":"app.bsky.feed.post","text":"é see x.example/lo... now",
      "createdAt":"2024-05-01T10:00:00.000Z","langs":["en"],"facets":[{"index":{"byteStart":7,"byteEnd":22},
      "features":[{"$type":"app.bsky.richtext.facet#link","uri":"https://x.example/long"}]}]},
      "embed":{"$type":"app.bsky.embed.recordWithMedia#view","media":{"images":[{"thumb":"t.jpg",
      "fullsize":"f.jpg","alt":"sea"},{"fullsize":"g.jpg","alt":"sky"}]},"record":{"record":{
      "author":{"handle":"q.example"},"value":{"text":"quoted\nlines"}}}}},
      "reason":{"$type":"app.bsky.feed.defs#reasonRepost","by":{"handle":"bob.example"}}}],"cursor":"x"}
    """#

  static let twitter = #"""
    window.YTD.tweets.part0 = [
    {"tweet":{"id_str":"9","full_text":"a &amp; b https://t.co/x https://t.co/p","lang":"und",
      "created_at":"Wed Oct 10 20:19:24 +0000 2018","entities":{"urls":[{"url":"https://t.co/x",
      "expanded_url":"https://x.example/"}],"media":[{"url":"https://t.co/p",
      "media_url_https":"p.jpg"}]}}}]
    """#

  static let csv = #"""
    id,Title,"content html",Date,author
    1,"a, ""b""","<p>x</p><p>y</p>",2024-05-01T10:00:00Z,Ann

    2,"two
    lines",,1714557600,
    """#

  static let tsv = "title\tbody\tlang\nOne\tfirst\ten\nTwo\t5\" disk\tde\n"

  static let markdown = """
    ---
    title: "A \\"title\\""
    date: 2024-05-01 10:00:00 +0200
    authors:
      - name: Ann
        avatar: ann.png
      - Bob
    tags: [a, b] # comment
    cover: c.jpg
    summary: >
      Short
      text
    ---

    # Head

    Some *bold* text.

    - [x] done
    - item

    > quoted
    """

  static let all: [(name: String, text: String)] = [
    ("rss", rss), ("rdf", rdf), ("atom", atom), ("mastodon", mastodon), ("outbox", outbox),
    ("bluesky", bluesky), ("twitter", twitter), ("csv", csv), ("tsv", tsv), ("markdown", markdown),
  ]
}
