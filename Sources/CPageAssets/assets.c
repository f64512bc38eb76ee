#include "CPageAssets.h"

// Part of C23, which the other files of the project do without.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include <zlib.h>

static const uint8_t page_css[] = {
#embed "../CarrelPage/Assets/page.css"
};
static const uint8_t page_js[] = {
#embed "../CarrelPage/Assets/page.js"
};
static const uint8_t actions_js[] = {
#embed "../CarrelPage/Assets/actions.js"
};
static const uint8_t check_js[] = {
#embed "../CarrelPage/Assets/check.js"
};
static const uint8_t keys_js[] = {
#embed "../CarrelPage/Assets/keys.js"
};
static const uint8_t list_js[] = {
#embed "../CarrelPage/Assets/list.js"
};
static const uint8_t live_js[] = {
#embed "../CarrelPage/Assets/live.js"
};
static const uint8_t navigation_js[] = {
#embed "../CarrelPage/Assets/navigation.js"
};
static const uint8_t panes_js[] = {
#embed "../CarrelPage/Assets/panes.js"
};
static const uint8_t pull_js[] = {
#embed "../CarrelPage/Assets/pull.js"
};
static const uint8_t server_js[] = {
#embed "../CarrelPage/Assets/server.js"
};
static const uint8_t times_js[] = {
#embed "../CarrelPage/Assets/times.js"
};
static const uint8_t finding_js[] = {
#embed "../CarrelPage/Assets/finding.js"
};
static const uint8_t sheets_js[] = {
#embed "../CarrelPage/Assets/sheets.js"
};
static const uint8_t words_js[] = {
#embed "../CarrelPage/Assets/words.js"
};
static const uint8_t viewer_js[] = {
#embed "../CarrelPage/Assets/viewer.js"
};
static const uint8_t zoom_js[] = {
#embed "../CarrelPage/Assets/zoom.js"
};
static const uint8_t applications_css[] = {
#embed "../CarrelPage/Assets/applications.css"
};
static const uint8_t convert_js[] = {
#embed "../CarrelPage/Assets/convert.js"
};
static const uint8_t week_js[] = {
#embed "../CarrelPage/Assets/week.js"
};
static const uint8_t pictures_js[] = {
#embed "../CarrelPage/Assets/pictures.js"
};
static const uint8_t photo_js[] = {
#embed "../CarrelPage/Assets/photo.js"
};
static const uint8_t map_js[] = {
#embed "../CarrelPage/Assets/map.js"
};
static const uint8_t leaflet_js[] = {
#embed "/usr/share/javascript/leaflet/leaflet.min.js"
};
static const uint8_t leaflet_css[] = {
#embed "/usr/share/javascript/leaflet/leaflet.css"
};
static const uint8_t icon_svg[] = {
#embed "../CarrelPage/Assets/icon.svg"
};

#define ASSET(name, bytes) { name, bytes, sizeof bytes }

static const struct carrel_page_asset assets[] = {
    ASSET("page.css", page_css),
    ASSET("page.js", page_js),
    ASSET("actions.js", actions_js),
    ASSET("check.js", check_js),
    ASSET("keys.js", keys_js),
    ASSET("list.js", list_js),
    ASSET("live.js", live_js),
    ASSET("navigation.js", navigation_js),
    ASSET("panes.js", panes_js),
    ASSET("pull.js", pull_js),
    ASSET("server.js", server_js),
    ASSET("times.js", times_js),
    ASSET("finding.js", finding_js),
    ASSET("sheets.js", sheets_js),
    ASSET("viewer.js", viewer_js),
    ASSET("words.js", words_js),
    ASSET("zoom.js", zoom_js),
    ASSET("applications.css", applications_css),
    ASSET("convert.js", convert_js),
    ASSET("week.js", week_js),
    ASSET("pictures.js", pictures_js),
    ASSET("photo.js", photo_js),
    ASSET("map.js", map_js),
    ASSET("leaflet.js", leaflet_js),
    ASSET("leaflet.css", leaflet_css),
    ASSET("icon.svg", icon_svg),
};

const struct carrel_page_asset *carrel_page_asset_at(size_t index)
{
    return index < sizeof assets / sizeof assets[0] ? &assets[index] : NULL;
}

size_t carrel_page_gzip(const uint8_t *input, size_t count, uint8_t *output, size_t room)
{
    z_stream stream = { 0 };
    // 16 more than the largest window asks for the gzip format.
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    stream.next_in = (uint8_t *)input;
    stream.avail_in = (uInt)count;
    stream.next_out = output;
    stream.avail_out = (uInt)room;
    int result = deflate(&stream, Z_FINISH);
    size_t written = stream.total_out;
    deflateEnd(&stream);
    return result == Z_STREAM_END ? written : 0;
}
