/// Lists of guests in the encodings of programs: written by the codecs of Python 3.11, which read none of it here.
enum EncodingSamples {
    /// The encoding, the names of the guests, and the file in Base64, which has an address and a number for each.
    static let all: [(encoding: String, names: String, file: String)] = [
        (
            "Windows-1252", "Jörg Weiß / Käthe Müller / Günther Schröder / Bärbel Groß",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSvZyZyBXZWnfO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQpL5HRoZSBN/GxsZXI7Z3Vlc3QxQGV4\
            YW1wbGUub3JnOzENCkf8bnRoZXIgU2NocvZkZXI7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCkLkcmJlbCBHcm/fO2d1ZXN0M0BleGFt\
            cGxlLm9yZzsxDQo=
            """
        ),
        (
            "CP850", "Jörg Weiß / Käthe Müller / Günther Schröder / Bärbel Groß",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSpRyZyBXZWnhO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQpLhHRoZSBNgWxsZXI7Z3Vlc3QxQGV4\
            YW1wbGUub3JnOzENCkeBbnRoZXIgU2NocpRkZXI7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCkKEcmJlbCBHcm/hO2d1ZXN0M0BleGFt\
            cGxlLm9yZzsxDQo=
            """
        ),
        (
            "Mac-Roman", "Jörg Weiß / Käthe Müller / Günther Schröder / Bärbel Groß",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSppyZyBXZWmnO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQpLinRoZSBNn2xsZXI7Z3Vlc3QxQGV4\
            YW1wbGUub3JnOzENCkefbnRoZXIgU2NocppkZXI7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCkKKcmJlbCBHcm+nO2d1ZXN0M0BleGFt\
            cGxlLm9yZzsxDQo=
            """
        ),
        (
            "Windows-1252", "Hélène Lefèvre / François Côté / Zoë Gagné / Noël Château",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSOls6G5lIExlZuh2cmU7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCkZyYW7nb2lzIEP0dOk7Z3Vl\
            c3QxQGV4YW1wbGUub3JnOzENClpv6yBHYWdu6TtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KTm/rbCBDaOJ0ZWF1O2d1ZXN0M0BleGFt\
            cGxlLm9yZzsxDQo=
            """
        ),
        (
            "CP850", "Hélène Lefèvre / François Côté / Zoë Gagné / Noël Château",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSIJsim5lIExlZop2cmU7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCkZyYW6Hb2lzIEOTdII7Z3Vl\
            c3QxQGV4YW1wbGUub3JnOzENClpviSBHYWdugjtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KTm+JbCBDaIN0ZWF1O2d1ZXN0M0BleGFt\
            cGxlLm9yZzsxDQo=
            """
        ),
        (
            "Mac-Roman", "Hélène Lefèvre / François Côté / Zoë Gagné / Noël Château",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSI5sj25lIExlZo92cmU7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCkZyYW6Nb2lzIEOZdI47Z3Vl\
            c3QxQGV4YW1wbGUub3JnOzENClpvkSBHYWdujjtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KTm+RbCBDaIl0ZWF1O2d1ZXN0M0BleGFt\
            cGxlLm9yZzsxDQo=
            """
        ),
        (
            "Windows-1252", "José Muñoz / María Ibáñez / Andrés Núñez / Begoña Gómez",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSm9z6SBNdfFvejtndWVzdDBAZXhhbXBsZS5vcmc7MQ0KTWFy7WEgSWLh8WV6O2d1ZXN0MUBl\
            eGFtcGxlLm9yZzsxDQpBbmRy6XMgTvrxZXo7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCkJlZ2/xYSBH821lejtndWVzdDNAZXhhbXBs\
            ZS5vcmc7MQ0K
            """
        ),
        (
            "CP437", "José Muñoz / María Ibáñez / Andrés Núñez / Begoña Gómez",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSm9zgiBNdaRvejtndWVzdDBAZXhhbXBsZS5vcmc7MQ0KTWFyoWEgSWKgpGV6O2d1ZXN0MUBl\
            eGFtcGxlLm9yZzsxDQpBbmRygnMgTqOkZXo7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCkJlZ2+kYSBHom1lejtndWVzdDNAZXhhbXBs\
            ZS5vcmc7MQ0K
            """
        ),
        (
            "Windows-1252", "João Conceição / Inês Magalhães / António Simões / Conceição Brandão",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSm/jbyBDb25jZWnn4287Z3Vlc3QwQGV4YW1wbGUub3JnOzENCklu6nMgTWFnYWxo42VzO2d1\
            ZXN0MUBleGFtcGxlLm9yZzsxDQpBbnTzbmlvIFNpbfVlcztndWVzdDJAZXhhbXBsZS5vcmc7MQ0KQ29uY2Vp5+NvIEJyYW5k4287\
            Z3Vlc3QzQGV4YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "Windows-1252", "Søren Kjær / Bjørn Østergård / Åse Nørgård / Mærsk Sørensen",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KU/hyZW4gS2rmcjtndWVzdDBAZXhhbXBsZS5vcmc7MQ0KQmr4cm4g2HN0ZXJn5XJkO2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQrFc2UgTvhyZ+VyZDtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KTeZyc2sgU/hyZW5zZW47Z3Vlc3QzQGV4\
            YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "Windows-1252", "Søren Kjær / Bjørn Østergård / Åse Nørgård / Mærsk Sørensen",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KU/hyZW4gS2rmcjtndWVzdDBAZXhhbXBsZS5vcmc7MQ0KQmr4cm4g2HN0ZXJn5XJkO2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQrFc2UgTvhyZ+VyZDtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KTeZyc2sgU/hyZW5zZW47Z3Vlc3QzQGV4\
            YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "Windows-1252", "Þórður Guðmundsson / Ásdís Þorvaldsdóttir / Höskuldur Friðriksson",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0K3vNy8HVyIEd18G11bmRzc29uO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQrBc2TtcyDeb3J2YWxk\
            c2TzdHRpcjtndWVzdDFAZXhhbXBsZS5vcmc7MQ0KSPZza3VsZHVyIEZyafByaWtzc29uO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQo=
            """
        ),
        (
            "Windows-1250", "Łucja Święta / Żaneta Gęś / Paweł Wójcik / Grażyna Dąbrowska",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0Ko3VjamEgjHdp6nRhO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQqvYW5ldGEgR+qcO2d1ZXN0MUBl\
            eGFtcGxlLm9yZzsxDQpQYXdlsyBX82pjaWs7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCkdyYb95bmEgRLlicm93c2thO2d1ZXN0M0Bl\
            eGFtcGxlLm9yZzsxDQo=
            """
        ),
        (
            "ISO-8859-2", "Łucja Święta / Żaneta Gęś / Paweł Wójcik / Grażyna Dąbrowska",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0Ko3VjamEgpndp6nRhO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQqvYW5ldGEgR+q2O2d1ZXN0MUBl\
            eGFtcGxlLm9yZzsxDQpQYXdlsyBX82pjaWs7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCkdyYb95bmEgRLFicm93c2thO2d1ZXN0M0Bl\
            eGFtcGxlLm9yZzsxDQo=
            """
        ),
        (
            "CP852", "Łucja Święta / Żaneta Gęś / Paweł Wójcik / Grażyna Dąbrowska",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KnXVjamEgl3dpqXRhO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQq9YW5ldGEgR6mYO2d1ZXN0MUBl\
            eGFtcGxlLm9yZzsxDQpQYXdliCBXompjaWs7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCkdyYb55bmEgRKVicm93c2thO2d1ZXN0M0Bl\
            eGFtcGxlLm9yZzsxDQo=
            """
        ),
        (
            "Windows-1250", "Jiří Dvořák / Zdeněk Růžička / Kateřina Svobodová / Šárka Černá",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSmn47SBEdm/44Ws7Z3Vlc3QwQGV4YW1wbGUub3JnOzENClpkZW7sayBS+Z5p6GthO2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQpLYXRl+GluYSBTdm9ib2RvduE7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCorhcmthIMhlcm7hO2d1ZXN0\
            M0BleGFtcGxlLm9yZzsxDQo=
            """
        ),
        (
            "ISO-8859-2", "Jiří Dvořák / Zdeněk Růžička / Kateřina Svobodová / Šárka Černá",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSmn47SBEdm/44Ws7Z3Vlc3QwQGV4YW1wbGUub3JnOzENClpkZW7sayBS+b5p6GthO2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQpLYXRl+GluYSBTdm9ib2RvduE7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCqnhcmthIMhlcm7hO2d1ZXN0\
            M0BleGFtcGxlLm9yZzsxDQo=
            """
        ),
        (
            "CP852", "Jiří Dvořák / Zdeněk Růžička / Kateřina Svobodová / Šárka Černá",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSmn9oSBEdm/9oGs7Z3Vlc3QwQGV4YW1wbGUub3JnOzENClpkZW7YayBShadpn2thO2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQpLYXRl/WluYSBTdm9ib2RvdqA7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCuagcmthIKxlcm6gO2d1ZXN0\
            M0BleGFtcGxlLm9yZzsxDQo=
            """
        ),
        (
            "Windows-1250", "Ágnes Szűcs / Győző Kőszegi / Zsófia Tóth / Béla Szőke",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KwWduZXMgU3r7Y3M7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCkd59Xr1IEv1c3plZ2k7Z3Vlc3Qx\
            QGV4YW1wbGUub3JnOzENClpz82ZpYSBU83RoO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQpC6WxhIFN69WtlO2d1ZXN0M0BleGFtcGxl\
            Lm9yZzsxDQo=
            """
        ),
        (
            "ISO-8859-2", "Ágnes Szűcs / Győző Kőszegi / Zsófia Tóth / Béla Szőke",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KwWduZXMgU3r7Y3M7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCkd59Xr1IEv1c3plZ2k7Z3Vlc3Qx\
            QGV4YW1wbGUub3JnOzENClpz82ZpYSBU83RoO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQpC6WxhIFN69WtlO2d1ZXN0M0BleGFtcGxl\
            Lm9yZzsxDQo=
            """
        ),
        (
            "Windows-1250", "Ştefan Păun / Ioana Brătianu / Răzvan Ţepeş / Mădălina Constantinescu",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KqnRlZmFuIFDjdW47Z3Vlc3QwQGV4YW1wbGUub3JnOzENCklvYW5hIEJy43RpYW51O2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQpS43p2YW4g3mVwZbo7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCk3jZONsaW5hIENvbnN0YW50aW5lc2N1\
            O2d1ZXN0M0BleGFtcGxlLm9yZzsxDQo=
            """
        ),
        (
            "Windows-1250", "Željko Šarić / Đurđa Kovačević / Zvonimir Jurčić / Anđela Božić",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KjmVsamtvIIphcmnmO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQrQdXLwYSBLb3Zh6GV2aeY7Z3Vl\
            c3QxQGV4YW1wbGUub3JnOzENClp2b25pbWlyIEp1cuhp5jtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KQW7wZWxhIEJvnmnmO2d1ZXN0\
            M0BleGFtcGxlLm9yZzsxDQo=
            """
        ),
        (
            "Windows-1257", "Žydrūnas Kazlauskas / Rūta Šimkutė / Gintarė Žukauskaitė / Jūratė Čepaitė",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0K3nlkcvtuYXMgS2F6bGF1c2thcztndWVzdDBAZXhhbXBsZS5vcmc7MQ0KUvt0YSDQaW1rdXTr\
            O2d1ZXN0MUBleGFtcGxlLm9yZzsxDQpHaW50YXLrIN51a2F1c2thaXTrO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQpK+3JhdOsgyGVw\
            YWl06ztndWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "ISO-8859-13", "Žydrūnas Kazlauskas / Rūta Šimkutė / Gintarė Žukauskaitė / Jūratė Čepaitė",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0K3nlkcvtuYXMgS2F6bGF1c2thcztndWVzdDBAZXhhbXBsZS5vcmc7MQ0KUvt0YSDQaW1rdXTr\
            O2d1ZXN0MUBleGFtcGxlLm9yZzsxDQpHaW50YXLrIN51a2F1c2thaXTrO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQpK+3JhdOsgyGVw\
            YWl06ztndWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "Windows-1257", "Jānis Bērziņš / Kārlis Ozoliņš / Ieva Kļaviņa / Māris Krūmiņš",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KSuJuaXMgQudyemny8DtndWVzdDBAZXhhbXBsZS5vcmc7MQ0KS+JybGlzIE96b2xp8vA7Z3Vl\
            c3QxQGV4YW1wbGUub3JnOzENCklldmEgS+9hdmnyYTtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KTeJyaXMgS3L7bWny8DtndWVzdDNA\
            ZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "Windows-1254", "Şule Iğdır / Çağrı Yıldız / Gülşen Öztürk / İbrahim Aydoğan",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0K3nVsZSBJ8GT9cjtndWVzdDBAZXhhbXBsZS5vcmc7MQ0Kx2Hwcv0gWf1sZP16O2d1ZXN0MUBl\
            eGFtcGxlLm9yZzsxDQpH/Gz+ZW4g1np0/HJrO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQrdYnJhaGltIEF5ZG/wYW47Z3Vlc3QzQGV4\
            YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "ISO-8859-9", "Şule Iğdır / Çağrı Yıldız / Gülşen Öztürk / İbrahim Aydoğan",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0K3nVsZSBJ8GT9cjtndWVzdDBAZXhhbXBsZS5vcmc7MQ0Kx2Hwcv0gWf1sZP16O2d1ZXN0MUBl\
            eGFtcGxlLm9yZzsxDQpH/Gz+ZW4g1np0/HJrO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQrdYnJhaGltIEF5ZG/wYW47Z3Vlc3QzQGV4\
            YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "CP857", "Şule Iğdır / Çağrı Yıldız / Gülşen Öztürk / İbrahim Aydoğan",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KnnVsZSBJp2SNcjtndWVzdDBAZXhhbXBsZS5vcmc7MQ0KgGGnco0gWY1sZI16O2d1ZXN0MUBl\
            eGFtcGxlLm9yZzsxDQpHgWyfZW4gmXp0gXJrO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQqYYnJhaGltIEF5ZG+nYW47Z3Vlc3QzQGV4\
            YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "Windows-1258", "Nguyễn Thị Hồng / Trần Văn Đức / Phạm Quỳnh Hương / Lê Hữu Phước",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KTmd1eerebiBUaGnyIEj0zG5nO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQpUcuLMbiBW424g0P3s\
            YztndWVzdDFAZXhhbXBsZS5vcmc7MQ0KUGhh8m0gUXV5zG5oIEj99W5nO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQpM6iBI/d51IFBo\
            /fXsYztndWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "Windows-1251", "Иван Петров / Ольга Сидорова / Дмитрий Кузнецов / Наталья Щербакова",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KyOLg7SDP5fLw7uI7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCs7r/OPgINHo5O7w7uLgO2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQrE7Ojy8OjpIMrz5+3l9u7iO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQrN4PLg6/z/INnl8OHg6u7i4Dtn\
            dWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "KOI8-R", "Иван Петров / Ольга Сидорова / Дмитрий Кузнецов / Наталья Щербакова",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0K6dfBziDwxdTSz9c7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCu/M2MfBIPPJxM/Sz9fBO2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQrkzcnU0snKIOvV2s7Fw8/XO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQruwdTBzNjRIP3F0sLBy8/XwTtn\
            dWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "CP866", "Иван Петров / Ольга Сидорова / Дмитрий Кузнецов / Наталья Щербакова",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KiKKgrSCPpeLgrqI7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCo6r7KOgIJGopK7grqKgO2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQqErKji4KipIIrjp62l5q6iO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQqNoOKgq+zvIJml4KGgqq6ioDtn\
            dWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "ISO-8859-5", "Иван Петров / Ольга Сидорова / Дмитрий Кузнецов / Наталья Щербакова",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KuNLQ3SC/1eLg3tI7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCr7b7NPQIMHY1N7g3tLQO2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQq03Nji4NjZILrj193V5t7SO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQq90OLQ2+zvIMnV4NHQ2t7S0Dtn\
            dWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "Mac-Cyrillic", "Иван Петров / Ольга Сидорова / Дмитрий Кузнецов / Наталья Щербакова",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KiOLg7SCP5fLw7uI7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCo7r/OPgIJHo5O7w7uLgO2d1ZXN0\
            MUBleGFtcGxlLm9yZzsxDQqE7Ojy8OjpIIrz5+3l9u7iO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQqN4PLg6/zfIJnl8OHg6u7i4Dtn\
            dWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "Windows-1251", "Оксана Ковальчук / Євген Гнатюк / Іванна Кравець / Наталія Ткаченко",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0Kzurx4O3gIMru4uDr/Pfz6jtndWVzdDBAZXhhbXBsZS5vcmc7MQ0KquLj5e0gw+3g8v7qO2d1\
            ZXN0MUBleGFtcGxlLm9yZzsxDQqy4uDt7eAgyvDg4uX2/DtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KzeDy4Ouz/yDS6uD35e3q7jtn\
            dWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "KOI8-U", "Оксана Ковальчук / Євген Гнатюк / Іванна Кравець / Наталія Ткаченко",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0K78vTwc7BIOvP18HM2N7VyztndWVzdDBAZXhhbXBsZS5vcmc7MQ0KtNfHxc4g587B1MDLO2d1\
            ZXN0MUBleGFtcGxlLm9yZzsxDQq218HOzsEg69LB18XD2DtndWVzdDJAZXhhbXBsZS5vcmc7MQ0K7sHUwcym0SD0y8Hexc7Lzztn\
            dWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "Windows-1251", "Георги Димитров / Цветелина Иванова / Стоян Желев",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0Kw+Xu8OPoIMTo7Ojy8O7iO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQrW4uXy5evo7eAgyOLg7e7i\
            4DtndWVzdDFAZXhhbXBsZS5vcmc7MQ0K0fLu/+0gxuXr5eI7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "Windows-1253", "Γιώργος Παπαδόπουλος / Ελένη Δημητρίου / Νίκος Καραγιάννης",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0Kw+n+8ePv8iDQ4fDh5Pzw7/Xr7/I7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCsXr3e3nIMTn7Of0\
            8d/v9TtndWVzdDFAZXhhbXBsZS5vcmc7MQ0Kzd/q7/IgyuHx4ePp3O3t5/I7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "ISO-8859-7", "Γιώργος Παπαδόπουλος / Ελένη Δημητρίου / Νίκος Καραγιάννης",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0Kw+n+8ePv8iDQ4fDh5Pzw7/Xr7/I7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCsXr3e3nIMTn7Of0\
            8d/v9TtndWVzdDFAZXhhbXBsZS5vcmc7MQ0Kzd/q7/IgyuHx4ePp3O3t5/I7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "CP737", "Γιώργος Παπαδόπουλος / Ελένη Δημητρίου / Νίκος Καραγιάννης",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KgqDpqJqmqiCPmKeYm+anpqyipqo7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCoSi4qSeIIOeo56r\
            qOWmrDtndWVzdDFAZXhhbXBsZS5vcmc7MQ0KjOWhpqogiZiomJqg4aSknqo7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "Windows-1255", "נועה לוי / דוד כהן / שירה מזרחי",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0K8OXy5CDs5ek7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCuPl4yDr5O87Z3Vlc3QxQGV4YW1wbGUu\
            b3JnOzENCvnp+OQg7ub45+k7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "CP862", "נועה לוי / דוד כהן / שירה מזרחי",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KkIWShCCMhYk7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCoOFgyCLhI87Z3Vlc3QxQGV4YW1wbGUu\
            b3JnOzENCpmJmIQgjoaYh4k7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "Windows-1256", "محمد أحمد / فاطمة علي / يوسف إبراهيم",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0K483jzyDDzePPO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQrdx9jjySDa4e07Z3Vlc3QxQGV4YW1w\
            bGUub3JnOzENCu3m090gxcjRx+Xt4ztndWVzdDJAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "ISO-8859-6", "محمد أحمد / فاطمة علي / يوسف إبراهيم",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0K5c3lzyDDzeXPO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQrhx9flySDZ5Oo7Z3Vlc3QxQGV4YW1w\
            bGUub3JnOzENCuro0+EgxcjRx+fq5TtndWVzdDJAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "CP874", "สมชาย ใจดี / นภา ศรีสุข / วิชัย ทองคำ",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KysGq0sIg46i01TtndWVzdDBAZXhhbXBsZS5vcmc7MQ0KucDSIMjD1crYojtndWVzdDFAZXhh\
            bXBsZS5vcmc7MQ0Kx9Sq0cIgt82npNM7Z3Vlc3QyQGV4YW1wbGUub3JnOzENCg==
            """
        ),
        (
            "GB18030", "王小明 / 李雷 / 张伟 / 刘芳 / 陈静",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KzfXQocP3O2d1ZXN0MEBleGFtcGxlLm9yZzsxDQrA7sDXO2d1ZXN0MUBleGFtcGxlLm9yZzsx\
            DQrVxc6wO2d1ZXN0MkBleGFtcGxlLm9yZzsxDQrB9be8O2d1ZXN0M0BleGFtcGxlLm9yZzsxDQqzwr6yO2d1ZXN0NEBleGFtcGxl\
            Lm9yZzsxDQo=
            """
        ),
        (
            "Big5", "陳美玲 / 林志豪 / 黃淑芬 / 張家豪",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0Ks6+s/KzCO2d1ZXN0MEBleGFtcGxlLm9yZzsxDQqqTKfTu6g7Z3Vlc3QxQGV4YW1wbGUub3Jn\
            OzENCrbAslGq4jtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KsWmuYbuoO2d1ZXN0M0BleGFtcGxlLm9yZzsxDQo=
            """
        ),
        (
            "Shift_JIS", "山田太郎 / 佐藤花子 / 鈴木一郎 / 高橋さくら",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KjlKTY5G+mFk7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCo2yk6GJ1I5xO2d1ZXN0MUBleGFtcGxl\
            Lm9yZzsxDQqX6ZbYiOqYWTtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KjYKLtIKzgq2C5ztndWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "EUC-JP", "山田太郎 / 佐藤花子 / 鈴木一郎 / 高橋さくら",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0Ku7PFxMLAz7o7Z3Vlc3QwQGV4YW1wbGUub3JnOzENCrq0xqOy1rvSO2d1ZXN0MUBleGFtcGxl\
            Lm9yZzsxDQrO68zasOzPujtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KueK2tqS1pK+k6TtndWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "ISO-2022-JP", "山田太郎 / 佐藤花子 / 鈴木一郎 / 高橋さくら",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KGyRCOzNFREJATzobKEI7Z3Vlc3QwQGV4YW1wbGUub3JnOzENChskQjo0RiMyVjtSGyhCO2d1\
            ZXN0MUBleGFtcGxlLm9yZzsxDQobJEJOa0xaMGxPOhsoQjtndWVzdDJAZXhhbXBsZS5vcmc7MQ0KGyRCOWI2NiQ1JC8kaRsoQjtn\
            dWVzdDNAZXhhbXBsZS5vcmc7MQ0K
            """
        ),
        (
            "EUC-KR", "김철수 / 이영희 / 박지민 / 최서연",
            """
            TmFtZTtFbWFpbDtRdWFudGl0eQ0KsejDtrz2O2d1ZXN0MEBleGFtcGxlLm9yZzsxDQrAzL+1yPE7Z3Vlc3QxQGV4YW1wbGUub3Jn\
            OzENCrnawfa5zjtndWVzdDJAZXhhbXBsZS5vcmc7MQ0Kw9a8rb+sO2d1ZXN0M0BleGFtcGxlLm9yZzsxDQo=
            """
        ),
    ]
}
